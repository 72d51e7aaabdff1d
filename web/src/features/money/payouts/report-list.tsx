import { payouts, screens } from '@twofold/contract'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { WaitingEmails } from '../../email/mails/index.ts'
import { describeResult, isFinished } from './payout-text.ts'
import { ReportProgress } from './report-progress.tsx'
import { UndoButton } from './undo-button.tsx'
import { refreshes } from './use-payouts.ts'

type Report = payouts.PayoutReport

const UndoReportDialog = lazyDialog(() => import('./undo-report-dialog.tsx'))

const shownReports = 3

/** Older reports are folded, unless they need something from the user. */
export function ReportList({ title, reports }: { title: string; reports: readonly Report[] }) {
  if (reports.length === 0) return null
  const isShown = (report: Report, index: number) => index < shownReports || !isSettled(report)
  const older = reports.filter((report, index) => !isShown(report, index))
  return (
    <Card>
      <CardTitle>{title}</CardTitle>
      <ReportItems reports={reports.filter(isShown)} />
      {older.length > 0 && (
        <details className="mt-3 border-t border-hairline pt-3">
          <summary className="min-h-6 pointer-coarse:min-h-11 pointer-coarse:py-2">
            {plural(older.length, 'older report')}
          </summary>
          <div className="mt-3">
            <ReportItems reports={older} />
          </div>
        </details>
      )}
    </Card>
  )
}

const isSettled = (report: Report): boolean =>
  isFinished(report) && report.questions.length === 0 && report.to_add === 0 && report.state !== 'failed'

function ReportItems({ reports }: { reports: readonly Report[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {reports.map((report) => (
        <ReportItem key={report.id} report={report} />
      ))}
    </ul>
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
          {formatDateTime(report.created_at, timeZone)} by {report.user.name}
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
  if (!isFinished(report)) {
    return (
      <div className="mt-1.5 max-w-96">
        <ReportProgress report={report} />
      </div>
    )
  }
  if (report.questions.length > 0) return <Questions report={report} />
  if (report.state === 'failed') return <p className="mt-1 text-danger-text">{report.error}</p>
  if (report.state === 'undone') return <p className="mt-1">Undone</p>
  return (
    <>
      {report.error && <p className="mt-1 text-danger-text">{report.error}</p>}
      <p className="mt-1">{describeResult(report)}</p>
      {report.warnings.map((text) => (
        <Notice key={text} tone="awaiting" className="mt-2">
          {text}
        </Notice>
      ))}
      {report.to_void + report.voided > 0 && <VoidedPayments report={report} />}
      {report.to_add > 0 && <Unmatched report={report} />}
      {report.refused.length > 0 && <Refused report={report} />}
      {report.thanks > 0 && (
        <div className="mt-3">
          <WaitingEmails payoutReportId={report.id} />
        </div>
      )}
    </>
  )
}

/** The money of voided payments counts until a user removes it. */
function VoidedPayments({ report: { id: reportId, to_void: count, voided } }: { report: Report }) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const voidPayments = useApiMutation(payouts.voidPayments, { refreshes })
  const send = (undo: boolean) =>
    voidPayments.mutate(
      { params: { id, reportId }, body: { undo } },
      { onError: (problem) => toastError(payouts.payoutMessages.voidFailed, problem) },
    )
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2.5">
      {voided > 0 && <p>Voided payments removed.</p>}
      {permissions.write && count > 0 && (
        <Button variant="secondary" size="small" busy={voidPayments.isPending} onClick={() => send(false)}>
          Remove voided payments
        </Button>
      )}
      {permissions.write && voided > 0 && (
        <Button variant="quiet" size="small" busy={voidPayments.isPending} onClick={() => send(true)}>
          Restore them
        </Button>
      )}
    </div>
  )
}

function Unmatched({ report }: { report: Report }) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const add = useApiMutation(payouts.addUnmatchedLines, { refreshes })
  const count = report.to_add
  return (
    <Notice tone="awaiting" className="mt-2">
      <p>
        {plural(count, 'line')} didn’t match any gift. {count === 1 ? 'It isn’t' : 'They aren’t'} counted as received.
      </p>
      <div className="mt-2 flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" asChild>
          <Link to={screens.waitingPayouts}>Review</Link>
        </Button>
        {permissions.write && (
          <Button
            variant="secondary"
            size="small"
            busy={add.isPending}
            onClick={() =>
              add.mutate(
                { params: { id, reportId: report.id } },
                {
                  onSuccess: ({ added }) =>
                    toast({
                      title: `${plural(added, 'line')} added as new ${added === 1 ? 'match' : 'matches'}`,
                      description: 'Undo the report to remove them.',
                    }),
                  onError: (problem) => toastError(payouts.payoutMessages.addFailed, problem),
                },
              )
            }
          >
            {count === 1 ? 'Add it as a new match' : `Add these ${count} as new matches`}
          </Button>
        )}
      </div>
    </Notice>
  )
}

/** Nothing in the report is recorded until the user answers. The cautious or remembered options are selected. */
function Questions({ report: { id: reportId, questions } }: { report: Report }) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const answer = useApiMutation(payouts.answerPayoutReport, { refreshes })
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const answers = Object.fromEntries(questions.map((question) => [question.id, chosen[question.id] ?? question.answer]))
  const sendAnswers = () =>
    answer.mutate(
      { params: { id, reportId }, body: { answers } },
      { onError: (problem) => toastError(payouts.payoutMessages.answerFailed, problem) },
    )
  return (
    <Notice tone="awaiting" className="mt-2">
      <div className="space-y-4">
        {questions.map((question) => (
          <RadioGroup key={question.id} legend={question.text}>
            {question.examples.length > 0 && (
              <ul className="mb-1 list-disc pl-5 text-[0.9375rem]">
                {question.examples.map(({ sheet_row, text }) => (
                  <li key={sheet_row}>
                    Row {sheet_row}: {text}
                  </li>
                ))}
              </ul>
            )}
            {question.options.map(({ value, label }) => (
              <Radio
                key={value}
                name={`report-${reportId}-${question.id}`}
                label={label}
                disabled={!permissions.write}
                checked={answers[question.id] === value}
                onChange={() => setChosen({ ...chosen, [question.id]: value })}
              />
            ))}
          </RadioGroup>
        ))}
      </div>
      <p className="mt-2 text-[0.9375rem]">We won’t record anything until you answer.</p>
      {permissions.write && (
        <Button size="small" className="mt-2" busy={answer.isPending} onClick={sendAnswers}>
          {Object.values(answers).includes(payouts.stopAnswer) ? 'Don’t record it' : 'Continue'}
        </Button>
      )}
    </Notice>
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
