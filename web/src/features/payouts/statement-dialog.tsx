import { bankLines } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { CancelOr, Dialog } from '../../ui/dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast-store.ts'
import { addedWords } from './payout-words.ts'
import { bankRefreshes } from './use-payouts.ts'

const mostBytes = 10_000_000

/** A bank's statement; what came in by it finds its payouts at once. */
export default function StatementDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const upload = useAction(bankLines.uploadBankStatement, { refreshes: bankRefreshes })
  const choose = (chosen: File) => {
    setFile(chosen)
    setProblem(
      chosen.size > mostBytes ? 'This file is larger than 10 MB. Please split it into smaller files.' : undefined,
    )
  }
  const send = () => {
    if (!file) return setProblem('Choose a file to upload.')
    if (problem) return
    const body = new FormData()
    body.set('statement', file)
    upload.mutate(
      { params: { id }, body },
      {
        onSuccess: (added) => {
          toast({ title: 'Statement read', description: addedWords(added) })
          onClose()
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Upload a bank statement"
      description="Only money that came in is kept. The same statement again adds nothing."
      footer={
        <CancelOr onCancel={onClose} busy={upload.isPending} onClick={send}>
          Upload
        </CancelOr>
      }
    >
      <FileDrop
        label="Choose a bank statement"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 lines"
        file={file}
        error={problem}
        onFile={choose}
      />
    </Dialog>
  )
}
