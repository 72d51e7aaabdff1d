import { donations, donorData, donors, linkTo, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { nameOfDonor } from './donor-text.ts'

type Props = { donor: donors.DonorDetail; onClose: () => void }

/** The user types the address to confirm, because erasure cannot be undone. */
export default function EraseDialog({ donor, onClose }: Props) {
  const { data, error } = useApiQuery(donorData.previewErasure, { params: { id: donor.id } })
  return (
    <Dialog
      readFirst
      onClose={onClose}
      title="Erase this person"
      description={`For ${nameOfDonor(donor)}, who asked you to erase their data. This can’t be undone.`}
      footer={
        !data && (
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        )
      }
    >
      {error && (
        <Notice tone="problem">
          {donorData.privacyMessages.eraseFailed}. {messageOf(error)}
        </Notice>
      )}
      {!data && !error && <Loading />}
      {data && <EraseForm donor={donor} preview={data} onClose={onClose} />}
    </Dialog>
  )
}

function EraseForm({ donor, preview, onClose }: Props & { preview: donorData.Erasure }) {
  const erase = useApiMutation(donorData.eraseDonor, {
    refreshes: [donors.listDonors, donors.getDonor, donations.listDonations, donations.getDonation],
  })
  const form = useForm(
    ({ confirm }: { confirm: string }) =>
      confirm.trim().toLowerCase() === preview.confirm.trim().toLowerCase()
        ? {}
        : { confirm: donorData.privacyMessages.confirm },
    { confirm: '' },
    async ({ confirm }) => {
      await erase.mutateAsync({ params: { id: donor.id }, body: { confirm } })
      toast({ title: 'Person erased', description: 'Their gifts stay in your lists and totals.' })
      onClose()
    },
  )
  return (
    <form className="space-y-5" noValidate aria-label="Erase this person" onSubmit={form.onSubmit}>
      {form.errors.root && (
        <Notice tone="problem">
          {donorData.privacyMessages.eraseFailed}. {form.errors.root}
        </Notice>
      )}
      <Consequences preview={preview} />
      <Field
        name="confirm"
        label="To confirm, type:"
        hint={<strong className="break-all text-ink">{preview.confirm}</strong>}
        error={form.errors.confirm}
      >
        <Input autoComplete="off" spellCheck={false} {...form.field('confirm')} />
      </Field>
      <div className="flex flex-wrap justify-end gap-2.5">
        <CancelAndConfirm onCancel={onClose} type="submit" variant="danger" busy={form.busy}>
          Erase for good
        </CancelAndConfirm>
      </div>
    </form>
  )
}

function Consequences({ preview }: { preview: donorData.Erasure }) {
  const nameOf = useOrganizationLabel()
  const { gifts, open_matches, mails, waiting_mails, notes, history, rejected_rows, former_addresses, elsewhere } =
    preview
  return (
    <>
      <section aria-labelledby="erasure-goes" className="rounded-card bg-sunken px-5 py-4">
        <h3 id="erasure-goes" className="mb-2 font-semibold">
          Erased
        </h3>
        <ul className="list-disc space-y-1.5 pl-5">
          <li>
            Name, email address, phone number, and address
            {former_addresses.length > 0 && <>, and {former_addresses.join(', ')}</>}.
          </li>
          <li>Transaction IDs, custom fields, and the employer as the donor wrote it.</li>
          {mails > 0 && <li>Addresses and subjects of {plural(mails, 'sent email')}.</li>}
          {waiting_mails > 0 && <li>{plural(waiting_mails, 'scheduled email')}.</li>}
          {notes > 0 && <li>{plural(notes, 'note')} from your team.</li>}
          {rejected_rows > 0 && <li>{plural(rejected_rows, 'rejected row')} from your uploads.</li>}
        </ul>
      </section>
      <section aria-labelledby="erasure-stays" className="rounded-card bg-sunken px-5 py-4">
        <h3 id="erasure-stays" className="mb-2 font-semibold">
          Kept
        </h3>
        <ul className="list-disc space-y-1.5 pl-5">
          <li>
            {plural(gifts, 'gift')} with amounts, dates, companies, and statuses, listed under “Erased donor.” Your
            totals don’t change.
          </li>
          {open_matches > 0 && <li>{plural(open_matches, 'open match', 'open matches')}, which won’t be requested.</li>}
          <li>{plural(history, 'line')} of history, without names.</li>
          <li>A one-way fingerprint of each email address, so a later upload can’t add this person again.</li>
        </ul>
      </section>
      {elsewhere.length > 0 && (
        <Notice tone="awaiting">
          You have a donor with this email address in{' '}
          {elsewhere.length === 1 ? 'another organization' : 'other organizations'}. Erase it there separately:{' '}
          {elsewhere.map(({ id, organization }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={linkTo(screens.donor, { id })} className="font-semibold underline underline-offset-3">
                {nameOf(organization)}
              </Link>
            </span>
          ))}
          .
        </Notice>
      )}
    </>
  )
}
