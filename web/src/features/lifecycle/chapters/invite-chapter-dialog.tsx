import { chapterRequests } from '@twofold/contract'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const formId = 'ask-to-join'

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
  const form = useForm(chapterRequests.askToJoin.body, { organization: '' }, async (body) => {
    try {
      await call(chapterRequests.askToJoin, { params: { id: organizationId }, body })
      toast({ title: 'Request sent', description: 'If they use Twofold, we’ve emailed their admins.' })
      onInvited()
      return {}
    } catch (error) {
      toastError('Failed to send the request', error)
      return { root: messageOf(error), ...(error instanceof ApiError ? error.fields : {}) }
    }
  })
  return (
    <Dialog
      confirmClose={form.isDirty}
      width="small"
      onClose={onClose}
      title="Invite an organization"
      description="An organization on Twofold becomes your chapter once one of its admins agrees. Until then, you can’t see its data."
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form={formId} busy={form.busy}>
          Send request
        </CancelAndConfirm>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.errors.root && !form.errors.organization && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field
          name="organization"
          label="ID, EIN or email address"
          hint="Their organization ID, their EIN, or the email of one of their admins."
          error={form.errors.organization}
        >
          <Input autoComplete="off" maxLength={255} {...form.field('organization')} />
        </Field>
      </form>
    </Dialog>
  )
}
