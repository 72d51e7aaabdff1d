import { donors, suppressions } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatDay } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { releaseWarnings } from './donor-text.ts'

type Values = { because: string }
type Row = Pick<suppressions.SuppressedRow, 'email' | 'organization' | 'reason' | 'at' | 'donor_id'>

/** Unless the address only bounced, the user records how its owner asked for emails. */
export default function ReleaseSuppressionDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { email, organization, reason, at, donor_id } = row
  const { suppressionMessages, needsDonorConsent, minReasonLength } = suppressions
  const release = useApiMutation(suppressions.releaseSuppression, {
    failed: suppressionMessages.releaseFailed,
    refreshes: [suppressions.listSuppressions, donors.getDonor, donors.listDonors],
  })
  const check = ({ because }: Values) =>
    needsDonorConsent(reason) && because.trim().length < minReasonLength
      ? { because: suppressionMessages.becauseMissing }
      : {}
  const form = useForm<Values>(check, { because: '' }, async ({ because }) => {
    await release.mutateAsync({ params: { id: organization.id }, body: { email, because, donor_id } })
    toast({ title: `We’ll email ${email} again`, description: 'Emails we skipped won’t be sent.' })
    onClose()
  })
  return (
    <FormDialog form={form} onClose={onClose} title={`Email ${email} again?`} button="Email again">
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
    </FormDialog>
  )
}
