import { payouts } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'
import { refreshes } from './use-payouts.ts'

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
  const undo = useAction(payouts.undoPayoutReport, { refreshes })
  const run = () =>
    undo.mutate(
      { params: { id, reportId: report.id } },
      {
        onSuccess: () => {
          toast({ title: report.file_name ? 'Report undone' : 'Check undone' })
          onClose()
          onUndone?.()
        },
        onError: (problem) => toastError(payouts.payoutMessages.undoFailed, messageOf(problem)),
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={`Undo “${report.file_name ?? 'this check'}”?`}
      description="Everything this report did will be undone."
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" busy={undo.isPending} onClick={run}>
            {report.file_name ? 'Undo the report' : 'Undo the check'}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5">
        <li>Matches that received its money go back to where they were before.</li>
        <li>Matches it added are removed, and so are lines that you settled.</li>
        <li>You can upload or enter the same payment again at any time.</li>
      </ul>
    </Dialog>
  )
}
