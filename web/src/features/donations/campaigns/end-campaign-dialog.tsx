import { campaigns } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { formatDay } from '../../../ui/format.ts'
import { toastError } from '../../../ui/toast-store.ts'
import { useCampaignChange } from './use-campaign-change.ts'

type Props = { campaign: campaigns.Campaign; today: string; onClose: () => void }

export default function EndCampaignDialog({ campaign, today, onClose }: Props) {
  const { end } = useCampaignChange(campaign)
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title={`End ${quoted(campaign.name)} today?`}
      description={`Its last day will be ${formatDay(today)} instead of ${formatDay(campaign.endDate)}.`}
      footer={
        <CancelAndConfirm
          cancel="Keep running"
          onCancel={onClose}
          busy={end.busy}
          onClick={() => end.run(onClose, (problem) => toastError(campaigns.campaignMessages.endFailed, problem))}
        >
          End campaign
        </CancelAndConfirm>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5">
        <li>It still applies to gifts dated through today, even if you upload them later.</li>
        <li>Later gifts will follow the company’s own policy.</li>
        <li>Existing matches won’t change, and their emails keep its message.</li>
      </ul>
    </Dialog>
  )
}
