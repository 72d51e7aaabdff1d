import { billing, organizations } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

export default function EndPlanDialog({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose)
  const { id } = useOrganization()
  const ending = useApiMutation(billing.endPlan, {
    refreshes: [billing.getBilling, organizations.getOrganization],
    failed: billing.billingMessages.subscribeFailed,
  })
  const end = () =>
    ending.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast({ title: 'Your plan is Free now' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title="Move to the free plan?"
      description="From now on, new matches cost you nothing."
      footer={
        <CancelAndConfirm cancel="Keep my plan" onCancel={onClose} busy={ending.isPending} onClick={end}>
          Move to Free
        </CancelAndConfirm>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5">
        <li>Anything billed so far will be on your next invoice.</li>
        <li>Past match fees stay billed. You get a credit if a match turns out not to be eligible.</li>
        <li>You can change plans at any time.</li>
      </ul>
    </Dialog>
  )
}
