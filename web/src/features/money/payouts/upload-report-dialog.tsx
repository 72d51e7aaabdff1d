import { payouts } from '@twofold/contract'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { FileDrop, spreadsheetFileRules, useChosenFile } from '../../../ui/file-drop.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { refreshes } from './use-payouts.ts'

export default function UploadReportDialog({
  onUploaded,
  onClose,
}: {
  onUploaded: (reportId: number) => void
  onClose: () => void
}) {
  const { id } = useOrganization()
  const chosen = useChosenFile(spreadsheetFileRules)
  const upload = useApiMutation(payouts.uploadPayoutReport, { refreshes })
  const send = () => {
    const file = chosen.take()
    if (!file) return
    const body = new FormData()
    body.set('report', file)
    upload.mutate(
      { params: { id }, body },
      {
        onSuccess: ({ report }) => {
          onUploaded(report.id)
          toast({ title: 'Report uploaded', description: 'Matching lines to gifts…' })
          onClose()
        },
        onError: (error) => chosen.refuse(messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title="Upload a payout report"
      description="The list of gifts and matches that comes with a platform’s or company’s payment."
      footer={
        <CancelAndConfirm onCancel={onClose} busy={upload.isPending} onClick={send}>
          Upload
        </CancelAndConfirm>
      }
    >
      <FileDrop
        label="Choose a payout report"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 lines"
        {...chosen.drop}
      />
      <ul className="mt-5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
        <li>Reports from any platform work, with columns in any order.</li>
        <li>We match lines automatically and ask you when we aren’t sure.</li>
        <li>Lines that don’t match a gift wait for your decision.</li>
        <li>We never count a line twice, and you can undo the whole report.</li>
      </ul>
    </Dialog>
  )
}
