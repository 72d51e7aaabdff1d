import { donors, suppressions } from '@twofold/contract'
import { fieldErrorsOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { formatDay } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { releaseWarnings } from './donor-text.ts'

type Values = { because: string }
type Row = Pick<suppressions.SuppressedRow, 'email' | 'organization' | 'reason' | 'at' | 'donor_id'>

/** Unless the address only bounced, the user records how its owner asked for emails. */
export default function ReleaseSuppressionDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { email, organization, reason, at, donor_id } = row
  const { suppressionMessages, needsDonorConsent, minReasonLength } = suppressions
  const release = useApiMutation(suppressions.releaseSuppression, {
    refreshes: [suppressions.listSuppressions, donors.getDonor, donors.listDonors],
  })
  const check = ({ because }: Values) =>
    needsDonorConsent(reason) && because.trim().length < minReasonLength
      ? { because: suppressionMessages.becauseMissing }
      : {}
  const form = useForm<Values>(check, { because: '' }, async ({ because }) => {
    try {
      await release.mutateAsync({ params: { id: organization.id }, body: { email, because, donor_id } })
      toast({ title: `We’ll email ${email} again`, description: 'Emails we skipped won’t be sent.' })
      onClose()
      return {}
    } catch (problem) {
      toastError(suppressionMessages.releaseFailed, problem)
      return fieldErrorsOf(problem)
    }
  })
  return (
    <Dialog
      confirmClose={form.isDirty}
      onClose={onClose}
      title={`Email ${email} again?`}
      footer={
        <CancelAndConfirm onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Email again
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" aria-label="Email again" onSubmit={form.onSubmit}>
        <Notice tone="awaiting">
          {releaseWarnings[reason]} Not emailed since {formatDay(at)}.
        </Notice>
        <Field
          name="because"
          label={needsDonorConsent(reason) ? 'How did they ask for emails again?' : 'Why (optional)'}
          hint="Saved in the audit trail and on the donor’s page."
          error={form.errors.because}
        >
          <Textarea rows={3} maxLength={500} {...form.field('because')} />
        </Field>
      </form>
    </Dialog>
  )
}
