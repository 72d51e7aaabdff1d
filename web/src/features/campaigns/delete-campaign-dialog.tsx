import { campaigns } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { useCampaignChange } from './use-campaign-change.ts'

type Given = { campaign: campaigns.Campaign; onClose: () => void; onDeleted: () => void }

export function DeleteCampaignDialog({ campaign, onClose, onDeleted }: Given) {
  const { remove } = useCampaignChange(campaign)
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={`Delete “${campaign.name}”?`}
      description="Gifts that arrive from now on are judged by the company’s own policy."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button
            look="danger"
            busy={remove.busy}
            onClick={() =>
              remove.run(onDeleted, (problem) =>
                toastError(campaigns.campaignMessages.deleteFailed, messageOf(problem)),
              )
            }
          >
            Delete campaign
          </Button>
        </>
      }
    >
      <WhatStays />
    </Dialog>
  )
}

/** What happens to what is there already. */
export function WhatStays() {
  return (
    <ul className="list-disc space-y-1.5 pl-5">
      <li>Matches that it was used for stay as they were judged, and keep their estimates.</li>
      <li>Who has one judged anew, by editing or re-emailing it, has it judged without this campaign.</li>
      <li>Mails that have not been sent yet leave its message out.</li>
    </ul>
  )
}
