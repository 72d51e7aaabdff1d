import type { payouts } from '@twofold/contract'
import { Suspense, useState } from 'react'
import { useOrganization } from '../../shell/current-organization.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { formatMoment, plural } from '../../ui/format.ts'
import { lateDialog } from '../../ui/late.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WaitingMails } from '../mails/index.ts'
import { isOver, reportParts } from './payout-words.ts'
import { ReportProgress } from './report-progress.tsx'
import { UndoButton } from './undo-button.tsx'

type Report = payouts.PayoutReport

const UndoReportDialog = lateDialog(() => import('./undo-report-dialog.tsx'))

/** Reports that were uploaded, and what came of each. */
export function ReportList({ title, reports }: { title: string; reports: readonly Report[] }) {
  if (reports.length === 0) return null
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      <ul className="divide-y divide-hairline">
        {reports.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ul>
    </Card>
  )
}

function ReportItem({ report }: { report: Report }) {
  const { time_zone: timeZone } = useOrganization()
  const [undoing, setUndoing] = useState(false)
  return (
    <li className="flex flex-col gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0">
        <p className="font-semibold break-words">{report.file_name}</p>
        <p className="text-[0.9375rem] text-muted">
          {formatMoment(report.created_at, timeZone)} by {report.user.name}
        </p>
        <Outcome report={report} />
      </div>
      <UndoButton report={report} label={`Undo ${report.file_name}`} onPress={() => setUndoing(true)} />
      {undoing && (
        <Suspense>
          <UndoReportDialog report={report} onClose={() => setUndoing(false)} />
        </Suspense>
      )}
    </li>
  )
}

function Outcome({ report }: { report: Report }) {
  if (!isOver(report)) {
    return (
      <div className="mt-1.5 max-w-96">
        <ReportProgress report={report} />
      </div>
    )
  }
  if (report.state === 'failed') return <p className="mt-1 text-danger-text">{report.error}</p>
  if (report.state === 'undone') return <p className="mt-1">Undone: everything it did was reversed.</p>
  return (
    <>
      {report.error && <p className="mt-1 text-danger-text">{report.error}</p>}
      <p className="mt-1">{reportParts(report).join(' · ')}</p>
      {report.warnings.map((words) => (
        <Notice key={words} tone="awaiting" className="mt-2">
          {words}
        </Notice>
      ))}
      {report.refused.length > 0 && <Refused report={report} />}
      {report.thanks > 0 && (
        <div className="mt-3">
          <WaitingMails payoutReportId={report.id} />
        </div>
      )}
    </>
  )
}

function Refused({ report }: { report: Report }) {
  const more = report.refused_count - report.refused.length
  return (
    <details className="mt-1 text-[0.9375rem]">
      <summary className="min-h-6 underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:py-2">
        Why {plural(report.refused_count, 'line was', 'lines were')} skipped
      </summary>
      <ul className="mt-1 list-disc space-y-0.5 pl-5 text-muted">
        {report.refused.map(({ row, sheet_row, why }) => (
          <li key={row}>
            Row {sheet_row}: {why}
          </li>
        ))}
        {more > 0 && <li>And {more} more.</li>}
      </ul>
    </details>
  )
}
