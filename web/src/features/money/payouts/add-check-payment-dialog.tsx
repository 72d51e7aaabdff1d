import { linkTo, payouts, screens } from '@twofold/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { type Errors, errorsOf, useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { describeResult } from './payout-text.ts'
import { refreshes } from './use-payouts.ts'

const { payoutMessages } = payouts

type TypedLine = { key: number; donor_name: string; amount: string; note: string }
type Values = { payer: string; reference: string; paid_on: string; lines: TypedLine[] }

const emptyLine = (key: number): TypedLine => ({ key, donor_name: '', amount: '', note: '' })
const start: Values = { payer: '', reference: '', paid_on: '', lines: [emptyLine(0)] }
const maxLines = 100

const bodyOf = (values: Values) => ({ ...values, lines: values.lines.map(({ key: _, ...line }) => line) })

const rules = (values: Values): Errors<Values> => errorsOf<Values>(payouts.checkForm, values)

/** A check can have a hundred lines. */
const amountError = (line: TypedLine) => errorsOf<TypedLine>(payouts.checkLine, line).amount

/** The existing payout of a check, from the refusal's cause. */
const existingPayoutId = (problem: unknown): number | null =>
  payouts.knownCheck.safeParse(problem instanceof Error ? problem.cause : null).data?.payout_id ?? null

const addressOf = (payoutId: number): string => linkTo(screens.payout, { payoutId })

export default function AddCheckPaymentDialog({ onClose }: { onClose: () => void }) {
  const { id, currency, today } = useOrganization()
  const navigate = useNavigate()
  const add = useApiMutation(payouts.addCheck, { refreshes })
  const [knownId, setKnownId] = useState<number | null>(null)
  const form = useForm<Values>(rules, start, async (values) => {
    try {
      const body = payouts.checkForm.parse(bodyOf(values))
      const { report, payout_id: payoutId } = await add.mutateAsync({ params: { id }, body })
      toast({
        title: 'Check saved',
        description: describeResult(report),
        action: { label: 'Open', onPress: () => void navigate(addressOf(payoutId)) },
      })
      onClose()
      return {}
    } catch (problem) {
      setKnownId(existingPayoutId(problem))
      toastError(payoutMessages.saveFailed, problem)
      return { root: messageOf(problem), ...fieldErrorsOf(problem) }
    }
  })
  const { errors, values } = form
  const setLine = (index: number, change: Partial<TypedLine>) =>
    form.set({ lines: values.lines.map((line, position) => (position === index ? { ...line, ...change } : line)) })
  return (
    <Dialog
      onClose={onClose}
      confirmClose={form.isDirty}
      title="Enter a check"
      description="For a company’s check that came without a report. You’ll confirm the gifts we aren’t sure about."
      footer={
        <CancelAndConfirm onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Save
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {errors.root && (
          <Notice tone="problem">
            {errors.root}
            {knownId !== null && (
              <>
                {' '}
                <Link className="underline underline-offset-2" to={addressOf(knownId)}>
                  Open it
                </Link>
              </>
            )}
          </Notice>
        )}
        <Field name="payer" label="Payer" error={errors.payer}>
          <Input autoComplete="off" maxLength={200} {...form.field('payer')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="reference" label="Check number" optional error={errors.reference}>
            <Input autoComplete="off" maxLength={100} {...form.field('reference')} />
          </Field>
          <Field name="paid_on" label="Date received" error={errors.paid_on}>
            <Input type="date" max={today} {...form.field('paid_on')} />
          </Field>
        </div>
        <fieldset className="space-y-4">
          <legend className="mb-2 font-semibold">Gifts it covers</legend>
          {values.lines.map((line, index) => (
            <div key={line.key} className="grid gap-3 rounded-control border border-hairline p-3.5 sm:grid-cols-2">
              <Field name={`donor${line.key}`} label="Donor" optional>
                <Input
                  autoComplete="off"
                  maxLength={200}
                  value={line.donor_name}
                  onChange={(event) => setLine(index, { donor_name: event.target.value })}
                />
              </Field>
              <Field
                name={`amount${line.key}`}
                label={`Amount (${currency})`}
                error={errors.lines && amountError(line)}
              >
                <Input
                  inputMode="decimal"
                  className="tabular-nums"
                  value={line.amount}
                  onChange={(event) => setLine(index, { amount: event.target.value })}
                />
              </Field>
              <Field name={`note${line.key}`} label="Gift ID or note" optional>
                <Input
                  autoComplete="off"
                  maxLength={300}
                  value={line.note}
                  onChange={(event) => setLine(index, { note: event.target.value })}
                />
              </Field>
              {values.lines.length > 1 && (
                <div className="self-end justify-self-end">
                  <IconButton
                    icon={Trash2}
                    label={`Remove gift ${index + 1}`}
                    onClick={() => form.set({ lines: values.lines.filter((_, position) => position !== index) })}
                  />
                </div>
              )}
            </div>
          ))}
          {errors.lines && !values.lines.some(amountError) && (
            <p role="alert" className="text-danger-text">
              {errors.lines}
            </p>
          )}
          {values.lines.length < maxLines && (
            <Button
              variant="quiet"
              icon={Plus}
              onClick={() =>
                form.set({ lines: [...values.lines, emptyLine(Math.max(...values.lines.map(({ key }) => key)) + 1)] })
              }
            >
              Add a gift
            </Button>
          )}
        </fieldset>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
