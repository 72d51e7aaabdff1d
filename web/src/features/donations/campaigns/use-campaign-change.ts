import { campaigns } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { toast, toastUndo } from '../../../ui/toast-store.ts'

const refreshes = [campaigns.listCampaigns, campaigns.getCampaign]

export function useCampaignChange({ id: campaignId }: campaigns.Campaign) {
  const { id } = useOrganization()
  const input = { params: { id, campaignId } }
  const ending = useApiMutation(campaigns.endCampaign, { refreshes })
  const deleting = useApiMutation(campaigns.deleteCampaign, { refreshes })
  const restoring = useApiMutation(campaigns.restoreCampaign, {
    refreshes,
    failed: campaigns.campaignMessages.restoreFailed,
  })
  const restoreCampaign = (title: string) => restoring.mutate(input, { onSuccess: () => toast({ title }) })
  const run =
    (action: typeof ending | typeof deleting, title: string) => (done: () => void, failed: (problem: Error) => void) =>
      action.mutate(input, {
        onSuccess: () => {
          toastUndo(title, () => restoreCampaign('Undone'))
          done()
        },
        onError: failed,
      })
  return {
    end: { busy: ending.isPending, run: run(ending, 'Campaign ended') },
    remove: { busy: deleting.isPending, run: run(deleting, 'Campaign deleted') },
    restore: { busy: restoring.isPending, run: () => restoreCampaign('Campaign restored') },
  }
}
