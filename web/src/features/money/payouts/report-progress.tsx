import type { payouts } from '@twofold/contract'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { describeProgress } from './payout-text.ts'

export function ReportProgress({ report }: { report: payouts.PayoutReport }) {
  const name = report.file_name ?? 'this check'
  return (
    <div role="status">
      <ProgressBar
        label={report.state === 'undoing' ? `Undoing ${name}` : `Reading ${name}`}
        value={report.state === 'undoing' ? null : report.done || null}
        max={report.lines}
      />
      <span className="text-[0.9375rem] text-muted">{describeProgress(report)}</span>
    </div>
  )
}
