import { campaigns } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { useCampaignChange } from './use-campaign-change.ts'

type Props = { campaign: campaigns.Campaign; onClose: () => void; onDeleted: () => void }

export function DeleteCampaignDialog({ campaign, onClose, onDeleted }: Props) {
  const { remove } = useCampaignChange(campaign)
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title={`Delete ${quoted(campaign.name)}?`}
      description="New gifts will follow the company’s own policy."
      footer={
        <CancelAndConfirm
          cancel="Keep campaign"
          onCancel={onClose}
          variant="danger"
          busy={remove.busy}
          onClick={() =>
            remove.run(onDeleted, (problem) => toastError(campaigns.campaignMessages.deleteFailed, problem))
          }
        >
          Delete campaign
        </CancelAndConfirm>
      }
    >
      <DeletionEffects />
    </Dialog>
  )
}

export function DeletionEffects() {
  return (
    <ul className="list-disc space-y-1.5 pl-5">
      <li>Existing matches keep their estimates.</li>
      <li>If you edit or re-email one, we’ll recheck it without this campaign.</li>
      <li>Scheduled emails won’t include its message.</li>
    </ul>
  )
}
