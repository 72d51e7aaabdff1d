import { webhooks } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'

type Props = {
  webhook: webhooks.Webhook
  onList: (list: { webhooks: webhooks.Webhook[] }) => void
  onClose: () => void
}

export function DeleteWebhookDialog({ webhook, onList, onClose }: Props) {
  const remove = useApiMutation(webhooks.deleteWebhook, { failed: webhooks.messages.deleteFailed })
  const submit = () =>
    remove.mutate(
      { params: { id: webhook.id } },
      {
        onSuccess: (list) => {
          toast({ title: webhooks.messages.deleted })
          onClose()
          onList(list)
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title="Delete this webhook?"
      description={
        webhook.url === ''
          ? 'It has no address yet.'
          : `https://${webhook.url} won’t be notified anymore. Its deliveries are deleted too, including those still waiting.`
      }
      footer={
        <CancelAndConfirm cancel="Keep it" onCancel={onClose} variant="danger" busy={remove.isPending} onClick={submit}>
          Delete webhook
        </CancelAndConfirm>
      }
    />
  )
}
