import { type ResponseOf, reportFiles } from '@twofold/contract'
import { call, type InputOf } from '../../../api/client.ts'
import { queryClient, queryKeyOf } from '../../../api/use-api.ts'
import { formatCount } from '../../../ui/format.ts'
import { longReadMs, toast, toastError } from '../../../ui/toast-store.ts'
import { pendingExports } from './pending-exports.ts'

const { fileMessages } = reportFiles

type ExportBody = NonNullable<InputOf<typeof reportFiles.askForReportFile>['body']>

/** The server writes large files in the background. Returns whether the file downloaded immediately. */
export async function requestExport(
  organizationId: number,
  body: ExportBody,
  messages: { readonly started: string; readonly failed: string },
): Promise<boolean> {
  try {
    const input = { params: { id: organizationId }, body }
    const { url, file, rows_at_once, is_counted } = await call(reportFiles.askForReportFile, input)
    if (url !== null) {
      location.assign(url)
      toast({ title: messages.started })
    }
    if (file === null) return url !== null
    toast({
      title: fileMessages.writing,
      description: `${is_counted ? `It has more than ${formatCount(rows_at_once)} rows` : 'It’s a large file'}, so we’re preparing it in the background. We’ll tell you when it’s ready under Reports.`,
      durationMs: longReadMs,
    })
    await noteInList(organizationId, file)
    // Added after the toast: the file may be ready, and announced, immediately.
    pendingExports.add({ organizationId, fileId: file.id })
    void queryClient.invalidateQueries({ queryKey: [reportFiles.listReportFiles.name] })
  } catch (error) {
    toastError(messages.failed, error)
  }
  return false
}

/** Without the entry, an older cached list would make the file look deleted. */
async function noteInList(id: number, file: reportFiles.ReportFile): Promise<void> {
  const queryKey = queryKeyOf(reportFiles.listReportFiles, { params: { id } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<ResponseOf<typeof reportFiles.listReportFiles>>(
    queryKey,
    (cached) => cached && { ...cached, files: [file, ...cached.files.filter((listed) => listed.id !== file.id)] },
  )
}

export async function downloadFile(organizationId: number, fileId: number): Promise<void> {
  try {
    const { url } = await call(reportFiles.getReportFileTicket, { params: { id: organizationId, fileId } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError('Failed to download the file', error)
  }
}
