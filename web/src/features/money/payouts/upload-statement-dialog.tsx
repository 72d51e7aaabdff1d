import { bankLines } from '@twofold/contract'
import { messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { FileDrop, spreadsheetFileRules, useChosenFile } from '../../../ui/file-drop.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { describeAdded } from './payout-text.ts'
import { bankRefreshes } from './use-payouts.ts'

export default function UploadStatementDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const chosen = useChosenFile(spreadsheetFileRules)
  const upload = useApiMutation(bankLines.uploadBankStatement, { refreshes: bankRefreshes })
  const send = () => {
    const file = chosen.take()
    if (!file) return
    const body = new FormData()
    body.set('statement', file)
    upload.mutate(
      { params: { id }, body },
      {
        onSuccess: (added) => {
          toast({ title: 'Statement uploaded', description: describeAdded(added) })
          onClose()
        },
        onError: (error) => chosen.refuse(messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      onClose={onClose}
      title="Upload a bank statement"
      description="We keep only deposits and skip those already added."
      footer={
        <CancelAndConfirm onCancel={onClose} busy={upload.isPending} onClick={send}>
          Upload
        </CancelAndConfirm>
      }
    >
      <FileDrop
        label="Choose a bank statement"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 lines"
        {...chosen.drop}
      />
    </Dialog>
  )
}
