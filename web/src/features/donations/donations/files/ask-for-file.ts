import { type AnswerOf, reportFiles } from '@twofold/contract'
import { messageOf } from '../../../../api/api-error.ts'
import { call, type InputOf } from '../../../../api/call.ts'
import { answerKey, queryClient } from '../../../../api/use-call.ts'
import { formatCount } from '../../../../ui/format.ts'
import { longReadMs, toast, toastError } from '../../../../ui/toast-store.ts'
import { waitedFor } from './waited-for.ts'

const { fileMessages } = reportFiles

type Asked = NonNullable<InputOf<typeof reportFiles.askForReportFile>['body']>

/**
 * All that was found, as a file: few rows come at once, many are written in the background, and the screen says which and why.
 * Answers whether it came at once.
 */
export async function askForFile(
  organizationId: number,
  asked: Asked,
  words: { readonly started: string; readonly failed: string },
): Promise<boolean> {
  try {
    const input = { params: { id: organizationId }, body: asked }
    const { url, file, rows_at_once, is_counted } = await call(reportFiles.askForReportFile, input)
    if (url !== null) {
      location.assign(url)
      toast({ title: words.started })
    }
    if (file === null) return url !== null
    toast({
      title: fileMessages.writing,
      description: `${is_counted ? `It has more than ${formatCount(rows_at_once)} rows, so it` : 'It has so many rows that counting them took too long. It'} is written in the background. You can go on working; it will be under Reports, and we tell you when it is ready.`,
      durationMs: longReadMs,
    })
    await noteInList(organizationId, file)
    // after that word: a file may be ready, and be told of, at once
    waitedFor.add({ organizationId, fileId: file.id })
    void queryClient.invalidateQueries({ queryKey: [reportFiles.listReportFiles.name] })
  } catch (error) {
    toastError(words.failed, messageOf(error))
  }
  return false
}

/** A list from before it was asked for would say that it is gone already. */
async function noteInList(id: number, file: reportFiles.ReportFile): Promise<void> {
  const queryKey = answerKey(reportFiles.listReportFiles, { params: { id } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<AnswerOf<typeof reportFiles.listReportFiles>>(
    queryKey,
    (known) => known && { ...known, files: [file, ...known.files.filter((one) => one.id !== file.id)] },
  )
}

export async function downloadFile(organizationId: number, fileId: number): Promise<void> {
  try {
    const { url } = await call(reportFiles.getReportFileTicket, { params: { id: organizationId, fileId } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError('Failed to download the file', messageOf(error))
  }
}
