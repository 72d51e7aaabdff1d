import { reportFiles } from '@twofold/contract'
import { useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { formatCount } from '../../../ui/format.ts'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { isInProgress } from './file-text.ts'
import { pendingExports } from './pending-exports.ts'
import { downloadFile } from './request-export.ts'

const { fileMessages } = reportFiles
const pollIntervalMs = 2_000
/** Long enough for users who are away from their desk. */
const noticeMs = 60_000

export default function ExportPoller({ organizationId }: { organizationId: number }) {
  const { data, error } = useApiQuery(
    reportFiles.listReportFiles,
    { params: { id: organizationId } },
    { staleMs: 0, everyMs: () => pollIntervalMs },
  )
  const isRejected = error instanceof ApiError && error.status >= 400 && error.status < 500
  useEffect(() => {
    const ids = pendingExports
      .all()
      .flatMap((pending) => (pending.organizationId === organizationId ? [pending.fileId] : []))
    if (isRejected) pendingExports.drop(organizationId, ids)
    if (!data) return
    const filesById = new Map(data.files.map((file) => [file.id, file]))
    const finishedIds = ids.filter((id) => !isInProgress(filesById.get(id)?.state))
    if (finishedIds.length === 0) return
    pendingExports.drop(organizationId, finishedIds)
    for (const id of finishedIds) notifyFinished(organizationId, filesById.get(id))
  }, [data, isRejected, organizationId])
  return null
}

function notifyFinished(organizationId: number, file: reportFiles.ReportFile | undefined): void {
  if (file?.state === 'failed') toastError(fileMessages.failed, file.problem)
  if (file?.state !== 'ready') return
  toast({
    title: fileMessages.ready,
    description: `${file.name}, ${formatCount(file.rows_written)} rows. It’s available under Reports for ${reportFiles.fileDays} days.`,
    durationMs: noticeMs,
    action: { label: 'Download', onPress: () => void downloadFile(organizationId, file.id) },
  })
}
