import { reportFiles } from '@twofold/contract'
import { useEffect } from 'react'
import { ApiError } from '../../../../api/api-error.ts'
import { useAnswer } from '../../../../api/use-call.ts'
import { formatCount } from '../../../../ui/format.ts'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { downloadFile } from './ask-for-file.ts'
import { isUnderWay } from './file-words.ts'
import { waitedFor } from './waited-for.ts'

const { fileMessages } = reportFiles
const askedEveryMs = 2_000
/** Duration of the toast: long enough for users who are away from their desk. */
const noticeMs = 60_000

/** Polls the progress of the files that this tab requested in an organization, and announces finished ones. */
export default function FileWatch({ organizationId }: { organizationId: number }) {
  const { data, error } = useAnswer(
    reportFiles.listReportFiles,
    { params: { id: organizationId } },
    { staleMs: 0, everyMs: () => askedEveryMs },
  )
  const isOver = error instanceof ApiError && error.status >= 400 && error.status < 500
  useEffect(() => {
    const ids = waitedFor.all().flatMap((one) => (one.organizationId === organizationId ? [one.fileId] : []))
    if (isOver) waitedFor.drop(organizationId, ids)
    if (!data) return
    const found = new Map(data.files.map((file) => [file.id, file]))
    const over = ids.filter((id) => !isUnderWay(found.get(id)?.state))
    if (over.length === 0) return
    waitedFor.drop(organizationId, over)
    for (const id of over) tell(organizationId, found.get(id))
  }, [data, isOver, organizationId])
  return null
}

function tell(organizationId: number, file: reportFiles.ReportFile | undefined): void {
  if (file?.state === 'failed') toastError(fileMessages.failed, file.problem)
  if (file?.state !== 'ready') return
  toast({
    title: fileMessages.ready,
    description: `${file.name}, ${formatCount(file.rows_written)} rows. It is kept under Reports for ${reportFiles.fileDays} days.`,
    durationMs: noticeMs,
    action: { label: 'Download', onPress: () => void downloadFile(organizationId, file.id) },
  })
}
