import { payouts } from '@twofold/contract'
import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { answerKey, queryClient, useAction, useAnswer } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { ReportProgress } from './report-progress.tsx'
import { refreshes } from './use-payouts.ts'

const lookEveryMs = 300

/** What undoing a report does, before it is done. */
export default function UndoReportDialog({
  report,
  onClose,
  onUndone,
}: {
  report: payouts.PayoutReport
  onClose: () => void
  onUndone?: () => void
}) {
  const { id } = useOrganization()
  const params = { id, reportId: report.id }
  const isTypedIn = report.file_name === null
  const undo = useAction(payouts.undoPayoutReport, { refreshes: [payouts.listPayouts] })
  const { data } = useAnswer(
    payouts.getPayoutReport,
    { params },
    {
      enabled: undo.isSuccess,
      staleMs: 0,
      everyMs: (answer) => (!answer || answer.report.state === 'undoing' ? lookEveryMs : false),
    },
  )
  const now = data?.report ?? undo.data?.report
  const ended = useEffectEvent((problem: string | null) => {
    for (const { name } of refreshes) void queryClient.invalidateQueries({ queryKey: [name] })
    if (problem !== null) toastError(payouts.payoutMessages.undoFailed, problem)
    else toast({ title: isTypedIn ? 'Check undone' : 'Report undone' })
    onClose()
    if (problem === null) onUndone?.()
  })
  const state = undo.isSuccess ? now?.state : undefined
  const problem = now?.error ?? ''
  useEffect(() => {
    if (state === 'undone') ended(null)
    if (state === 'done') ended(problem)
  }, [state, problem])
  const isRunning = undo.isPending || state === 'undoing'
  const run = () => {
    // how an earlier try ended is no news of this one
    queryClient.removeQueries({ queryKey: answerKey(payouts.getPayoutReport, { params }) })
    // by the promise, so that a refusal is told even if the dialog is closed by then
    undo
      .mutateAsync({ params })
      .catch((refused: Error) => toastError(payouts.payoutMessages.undoFailed, messageOf(refused)))
  }
  const close = () => {
    onClose()
    if (!isRunning) return
    toast({ title: 'Still undoing', description: 'It goes on even if you leave this page.' })
    for (const { name } of refreshes) void queryClient.invalidateQueries({ queryKey: [name] })
    // what is only asked for may still be refused: then nobody leaves the page of a report that is there
    if (state === 'undoing') onUndone?.()
  }
  return (
    <Dialog
      open
      onClose={close}
      width="small"
      title={`Undo “${report.file_name ?? 'this check'}”?`}
      description="Everything this report did will be undone."
      footer={
        <>
          <Button look="secondary" onClick={close}>
            {isRunning ? 'Close' : 'Keep it'}
          </Button>
          {state !== 'undoing' && (
            <Button look="danger" busy={undo.isPending} onClick={run}>
              {isTypedIn ? 'Undo the check' : 'Undo the report'}
            </Button>
          )}
        </>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5">
        <li>Matches that received its money go back to where they were before.</li>
        <li>Matches it added are removed, and so are lines that you settled.</li>
        <li>You can upload or enter the same payment again at any time.</li>
      </ul>
      {now && state === 'undoing' && (
        <div className="mt-4">
          <ReportProgress report={now} />
        </div>
      )}
    </Dialog>
  )
}
