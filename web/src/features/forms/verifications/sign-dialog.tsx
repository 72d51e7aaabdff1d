import { type ResponseOf, verifications } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatMoney, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toastUndo } from '../../../ui/toast-store.ts'
import { matchRefreshes, useUndoChanges } from '../../donations/donations/index.ts'

const { nonprofitConsent, maxFormsPerSigning, verificationMessages } = verifications
type Row = verifications.Verification
type Signed = ResponseOf<typeof verifications.signForms>['signed'][number]

export default function SignDialog({
  rows,
  signer,
  onClose,
}: {
  rows: readonly Row[]
  signer: ResponseOf<typeof verifications.listVerifications>['signer']
  onClose: () => void
}) {
  const organization = useOrganization()
  const sign = useApiMutation(verifications.signForms, {
    failed: verificationMessages.signFailed,
    refreshes: matchRefreshes,
  })
  const undoChanges = useUndoChanges()
  const [done, setDone] = useState(0)
  const [failedRows, setFailedRows] = useState<readonly (Row & { problem: string })[]>([])
  const form = useForm(
    ({ name, consent }) => ({
      name: name.trim().length < 2 ? verificationMessages.name : undefined,
      consent: consent ? undefined : verificationMessages.consent,
    }),
    { name: signer.name, consent: false },
    async ({ name }) => {
      const signed: Signed[] = []
      const undoIds: string[] = []
      const offerUndo = () => {
        const count = signed.filter(({ problem }) => problem === null).length
        if (count > 0) toastUndo(`${plural(count, 'form')} signed`, () => undoChanges(undoIds))
      }
      try {
        for (let from = 0; from < rows.length; from += maxFormsPerSigning) {
          const donation_ids = rows.slice(from, from + maxFormsPerSigning).map((row) => row.donation_id)
          const body = { donation_ids, name: name.trim(), consent: true } as const
          const response = await sign.mutateAsync({ params: { id: organization.id }, body })
          signed.push(...response.signed)
          if (response.undo) undoIds.push(response.undo.id)
          setDone(signed.length)
        }
      } finally {
        offerUndo()
      }
      const problems = new Map(signed.map(({ donation_id, problem }) => [donation_id, problem]))
      const refusedRows = rows.flatMap((row) => {
        const problem = problems.get(row.donation_id)
        return problem ? [{ ...row, problem }] : []
      })
      if (refusedRows.length === 0) onClose()
      else setFailedRows(refusedRows)
    },
  )
  const formCount = plural(rows.length, 'form')
  if (failedRows.length > 0) return <NotSigned failedRows={failedRows} total={rows.length} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      readFirst
      onClose={onClose}
      title={`Sign ${formCount}`}
      description={`For ${organization.name}. We’ll add your signature to ${rows.length === 1 ? 'the form' : 'each form'}, after the donor’s.`}
      cancel="Not now"
      button={`Sign ${formCount}`}
    >
      <ul className="divide-y divide-hairline border-y border-hairline">
        {rows.map((row) => (
          <li key={row.donation_id} className="py-1">
            <FormToRead row={row} startsOpen={rows.length === 1} />
          </li>
        ))}
      </ul>
      <Field name="name" label="Your full name" hint={`You’ll sign as ${signer.title}`} error={form.errors.name}>
        <Input autoComplete="name" maxLength={100} {...form.field('name')} />
      </Field>
      <div>
        <Checkbox
          id="field-consent"
          label={nonprofitConsent(organization.name)}
          checked={form.values.consent}
          aria-invalid={form.errors.consent ? true : undefined}
          onChange={(event) => form.set({ consent: event.target.checked })}
        />
        {form.errors.consent && <p className="text-problem-text">{form.errors.consent}</p>}
      </div>
      <p className="text-[0.9375rem] text-muted">
        We save the time, your IP address and your browser with the signature.{' '}
        {rows.length === 1 ? 'The match becomes' : 'The matches become'} Submitted. You’ll have 10 seconds to undo.
      </p>
      {form.busy && rows.length > 1 && <ProgressBar label="Forms signed" value={done} max={rows.length} />}
    </FormDialog>
  )
}

function FormToRead({ row, startsOpen }: { row: Row; startsOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2.5">
        <span className="font-semibold">{row.donor_name || `Match ${row.donation_id}`}</span>{' '}
        <span className="tabular-nums">{formatMoney(row.amount, row.currency)}</span>
        <span className="text-muted"> · {row.company?.name}</span>
      </summary>
      {isOpen &&
        Array.from({ length: row.form_pages }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages of a form never change their order
          <FormPage key={index} row={row} page={index + 1} />
        ))}
    </details>
  )
}

function FormPage({ row, page }: { row: Row; page: number }) {
  const { data, error } = useApiQuery(verifications.showSignedForm, { params: { id: row.donation_id, page } })
  if (error) return <Notice tone="problem">{messageOf(error)}</Notice>
  if (!data) return <Loading />
  return (
    <img
      src={data.image}
      alt={`Page ${page} of the form, as ${row.donor_name || 'the donor'} signed it`}
      className="mb-3 w-full rounded-control border border-hairline bg-white"
    />
  )
}

function NotSigned({
  failedRows,
  total,
  onClose,
}: {
  failedRows: readonly (Row & { problem: string })[]
  total: number
  onClose: () => void
}) {
  return (
    <Dialog
      readFirst
      onClose={onClose}
      title={`${plural(failedRows.length, 'form was', 'forms were')} not signed`}
      description={total > failedRows.length ? `${plural(total - failedRows.length, 'form')} signed.` : undefined}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="divide-y divide-hairline">
        {failedRows.map((row) => (
          <li key={row.donation_id} className="py-2">
            <p className="font-semibold">{row.donor_name || `Match ${row.donation_id}`}</p>
            <p>{row.problem}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
