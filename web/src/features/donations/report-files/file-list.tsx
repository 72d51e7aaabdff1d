import { reportFiles } from '@twofold/contract'
import { Download, X } from 'lucide-react'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { describeState, formatName, isInProgress } from './file-text.ts'
import { downloadFile } from './request-export.ts'

const { fileDays, fileMessages, maxReportFiles } = reportFiles
const pollMs = 1_000

export default function FileList() {
  const { id, time_zone } = useOrganization()
  const { data, error } = useApiQuery(
    reportFiles.listReportFiles,
    { params: { id } },
    { everyMs: (answer) => (answer?.files.some(({ state }) => isInProgress(state)) ? pollMs : false) },
  )
  if (error && !data) {
    return <Notice tone="problem">{`${fileMessages.listFailed}. ${messageOf(error)}`}</Notice>
  }
  if (!data || data.files.length === 0) return null
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-5 pt-5">
        <CardTitle>Your files</CardTitle>
        <p className="-mt-2 pb-4 text-muted">
          {`Your large downloads. Each is available for ${fileDays} days, up to ${maxReportFiles} files.`}
        </p>
      </div>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {data.files.map((file) => (
          <FileRow key={file.id} file={file} organizationId={id} timeZone={time_zone} />
        ))}
      </ul>
    </Card>
  )
}

function FileRow(props: { file: reportFiles.ReportFile; organizationId: number; timeZone: string }) {
  const { file, organizationId, timeZone } = props
  const row = useFocusAfterRemoval<HTMLLIElement>()
  const removing = useApiMutation(reportFiles.removeReportFile, {
    refreshes: [reportFiles.listReportFiles],
    failed: fileMessages.removeFailed,
  })
  const { id, name, format, state, rows, rows_written } = file
  const underWay = isInProgress(state)
  const remove = () => removing.mutate({ params: { id: organizationId, fileId: id } })
  return (
    <li ref={row} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold break-words">{`${name}, ${formatName(format)}`}</p>
        <p className="text-[0.9375rem] text-muted">
          {describeState(file)}
          {state === 'ready' && ` · until ${formatDateTime(file.expires_at, timeZone)}`}
        </p>
        {underWay && (
          <div className="mt-2 max-w-md">
            <ProgressBar label={`Writing ${name}`} value={rows === null ? null : rows_written} max={rows ?? 0} />
          </div>
        )}
      </div>
      <span className="flex flex-wrap gap-2">
        {state === 'ready' && (
          <Button
            variant="secondary"
            size="small"
            icon={Download}
            aria-label={`Download ${name}, ${formatName(format)}`}
            onClick={() => void downloadFile(organizationId, id)}
          >
            Download
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          icon={X}
          busy={removing.isPending}
          aria-label={`${underWay ? 'Cancel' : 'Remove'} ${name}, ${formatName(format)}`}
          onClick={remove}
        >
          {underWay ? 'Cancel' : 'Remove'}
        </Button>
      </span>
    </li>
  )
}
