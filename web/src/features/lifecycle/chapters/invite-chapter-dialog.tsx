import { chapterRequests } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'

/** Does not reveal whether the organization exists. */
export function InviteChapterDialog({
  organizationId,
  onClose,
  onInvited,
}: {
  organizationId: number
  onClose: () => void
  onInvited: () => void
}) {
  const invite = useApiMutation(chapterRequests.askToJoin, { failed: 'Failed to send the request' })
  const form = useForm(chapterRequests.askToJoin.body, { organization: '' }, async (body) => {
    await invite.mutateAsync({ params: { id: organizationId }, body })
    toast({ title: 'Request sent', description: 'If they use Twofold, we’ve emailed their admins.' })
    onInvited()
  })
  return (
    <FormDialog
      form={form}
      width="small"
      onClose={onClose}
      title="Invite an organization"
      description="An organization on Twofold becomes your chapter once one of its admins agrees. Until then, you can’t see its data."
      button="Send request"
    >
      <Field
        name="organization"
        label="ID, EIN or email address"
        hint="Their organization ID, their EIN, or the email of one of their admins."
        error={form.errors.organization}
      >
        <Input autoComplete="off" maxLength={255} {...form.field('organization')} />
      </Field>
    </FormDialog>
  )
}
