import { mails, payouts } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { undoPollMs, useUndoProgress } from '../../../shared/use-undo-progress.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { describePaperCheck } from './payout-text.ts'
import { ReportProgress } from './report-progress.tsx'
import { refreshes } from './use-payouts.ts'

export default function UndoReportDialog({
  report,
  payout,
  isWholePayout = true,
  onClose,
  onUndone,
}: {
  report: payouts.PayoutReport
  /** Identifies a report without a file name. */
  payout?: payouts.Payout
  isWholePayout?: boolean
  onClose: () => void
  onUndone?: () => void
}) {
  const { id } = useOrganization()
  const params = { id, reportId: report.id }
  const isTypedIn = report.file_name === null
  const undo = useApiMutation(payouts.undoPayoutReport, { refreshes: [payouts.listPayouts] })
  const [isAsked, setRequested] = useState(false)
  const waitingMails = useApiQuery(
    mails.getWaitingMails,
    { params: { id }, query: { payout_report_id: report.id } },
    { staleMs: 0 },
  ).data
  const { data } = useApiQuery(
    payouts.getPayoutReport,
    { params },
    {
      enabled: isAsked,
      staleMs: 0,
      everyMs: (answer) => (answer?.report.state === 'undoing' ? undoPollMs : false),
    },
  )
  const currentReport = isAsked ? data?.report : undefined
  const { isRunning, run, close } = useUndoProgress({
    now: currentReport,
    isAsking: undo.isPending,
    undo: async () => {
      const queryKey = queryKeyOf(payouts.getPayoutReport, { params })
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, await undo.mutateAsync({ params }))
      setRequested(true)
    },
    refresh: () => {
      for (const { name } of refreshes) void queryClient.invalidateQueries({ queryKey: [name] })
    },
    done: { title: isTypedIn ? 'Check undone' : 'Report undone' },
    failed: payouts.payoutMessages.undoFailed,
    onClose,
    onUndone,
  })
  return (
    <Dialog
      onClose={close}
      width="small"
      title={isTypedIn ? 'Undo this check?' : `Undo ${quoted(report.file_name ?? '')}?`}
      description={
        isTypedIn
          ? `${payout ? `${describePaperCheck(payout, { isWholePayout })}. ` : ''}All its changes will be undone.`
          : 'All changes from this report will be undone.'
      }
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {isRunning ? 'Close' : 'Keep it'}
          </Button>
          {currentReport?.state !== 'undoing' && (
            <Button variant="danger" busy={undo.isPending} onClick={() => void run()}>
              {isTypedIn ? 'Undo the check' : 'Undo the report'}
            </Button>
          )}
        </>
      }
    >
      {undo.error && (
        <Notice tone="problem" className="mb-4">
          {messageOf(undo.error)}
        </Notice>
      )}
      <ul className="list-disc space-y-1.5 pl-5">
        <li>Matches it paid return to their earlier status.</li>
        <li>Matches added from it are removed, and so are the links you made.</li>
        {waitingMails && waitingMails.review.mails > 0 && (
          <li>{`${plural(waitingMails.review.mails, 'waiting thank-you email')} won’t be sent.`}</li>
        )}
        {waitingMails && waitingMails.sent > 0 && (
          <li>{`${plural(waitingMails.sent, 'donor')} already got a thank-you email.`}</li>
        )}
        <li>You can upload or enter the same payment again at any time.</li>
      </ul>
      {currentReport?.state === 'undoing' && (
        <div className="mt-4">
          <ReportProgress report={currentReport} />
        </div>
      )}
    </Dialog>
  )
}
