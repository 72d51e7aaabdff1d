import { type campaignGroups, campaigns } from '@twofold/contract'
import { callForFile, saveFile } from '../../../api/client.ts'
import { toastError } from '../../../ui/toast-store.ts'

type ListPath = { readonly id: number; readonly campaignId: number; readonly submissionId: number }

export async function downloadGroupList(
  route: typeof campaignGroups.downloadGroupCsv | typeof campaignGroups.downloadGroupXlsx,
  params: ListPath,
): Promise<void> {
  try {
    saveFile(await callForFile(route, { params }))
  } catch (problem) {
    toastError(campaigns.campaignMessages.downloadFailed, problem)
  }
}
