import { donors, suppressions } from '@twofold/contract'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { formatDay } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { releaseWarnings } from './donor-words.ts'

type Values = { because: string }
type Row = Pick<suppressions.SuppressedRow, 'email' | 'organization' | 'reason' | 'at' | 'donor_id'>

/** Resumes emails to an address: immediately if it only bounced, otherwise after the user records how the owner asked for it. */
export default function ReleaseDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { email, organization, reason, at, donor_id } = row
  const { suppressionMessages, needsTheirWord, leastBecause } = suppressions
  const release = useAction(suppressions.releaseSuppression, {
    refreshes: [suppressions.listSuppressions, donors.getDonor, donors.listDonors],
  })
  const check = ({ because }: Values) =>
    needsTheirWord(reason) && because.trim().length < leastBecause
      ? { because: suppressionMessages.becauseMissing }
      : {}
  const form = useForm<Values>(check, { because: '' }, async ({ because }) => {
    try {
      await release.mutateAsync({ params: { id: organization.id }, body: { email, because, donor_id } })
      toast({ title: `${email} is emailed again`, description: 'Emails that were left out until now aren’t sent.' })
      onClose()
      return {}
    } catch (problem) {
      toastError(suppressionMessages.releaseFailed, messageOf(problem))
      return refusedFields(problem)
    }
  })
  return (
    <Dialog
      open
      keep={form.isDirty}
      onClose={onClose}
      title={`Email ${email} again?`}
      footer={
        <CancelOr onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Email again
        </CancelOr>
      }
    >
      <form className="space-y-5" aria-label="Email again" onSubmit={form.onSubmit}>
        <Notice tone="awaiting">
          {releaseWarnings[reason]} Left out since {formatDay(at)}.
        </Notice>
        <Field
          name="because"
          label={needsTheirWord(reason) ? 'How did they ask for emails again?' : 'Why (optional)'}
          hint="It stays in the audit trail and on the donor’s page."
          error={form.errors.because}
        >
          <Textarea rows={3} maxLength={500} {...form.field('because')} />
        </Field>
      </form>
    </Dialog>
  )
}
