import { reportFiles } from '@twofold/contract'
import { useEffect } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { useApiQuery } from '../../../../api/use-api.ts'
import { formatCount } from '../../../../ui/format.ts'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { isInProgress } from './file-words.ts'
import { pendingExports } from './pending-exports.ts'
import { downloadFile } from './request-export.ts'

const { fileMessages } = reportFiles
const askedEveryMs = 2_000
/** Long enough for users who are away from their desk. */
const noticeMs = 60_000

export default function ExportPoller({ organizationId }: { organizationId: number }) {
  const { data, error } = useApiQuery(
    reportFiles.listReportFiles,
    { params: { id: organizationId } },
    { staleMs: 0, everyMs: () => askedEveryMs },
  )
  const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500
  useEffect(() => {
    const ids = pendingExports.all().flatMap((one) => (one.organizationId === organizationId ? [one.fileId] : []))
    if (isOver) pendingExports.drop(organizationId, ids)
    if (!data) return
    const found = new Map(data.files.map((file) => [file.id, file]))
    const over = ids.filter((id) => !isInProgress(found.get(id)?.state))
    if (over.length === 0) return
    pendingExports.drop(organizationId, over)
    for (const id of over) tell(organizationId, found.get(id))
  }, [data, isOver, organizationId])
  return null
}

function tell(organizationId: number, file: reportFiles.ReportFile | undefined): void {
  if (file?.state === 'failed') toastError(fileMessages.failed, file.problem)
  if (file?.state !== 'ready') return
  toast({
    title: fileMessages.ready,
    description: `${file.name}, ${formatCount(file.rows_written)} rows. It’s available under Reports for ${reportFiles.fileDays} days.`,
    durationMs: noticeMs,
    action: { label: 'Download', onPress: () => void downloadFile(organizationId, file.id) },
  })
}
