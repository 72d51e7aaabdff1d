import { payouts } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { CancelOr, Dialog } from '../../ui/dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { toast } from '../../ui/toast-store.ts'
import { refreshes } from './use-payouts.ts'

const mostBytes = 10_000_000

/** One report of money paid; what came of it shows in the list behind. */
export default function UploadReportDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const upload = useAction(payouts.uploadPayoutReport, { refreshes })
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
    body.set('report', file)
    upload.mutate(
      { params: { id }, body },
      {
        onSuccess: () => {
          toast({ title: 'Report uploaded', description: 'Its lines are finding their matches now.' })
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
      title="Upload a payout report"
      description="The list of gifts and matches that a platform or company sends with its payment."
      footer={
        <CancelOr onCancel={onClose} busy={upload.isPending} onClick={send}>
          Upload
        </CancelOr>
      }
    >
      <FileDrop
        label="Choose a payout report"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 lines"
        file={file}
        error={problem}
        onFile={choose}
      />
      <ul className="mt-5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
        <li>Columns of any platform work, in any order.</li>
        <li>A line that fits exactly one match is matched automatically. Where we aren’t sure, we ask you.</li>
        <li>A line that’s already here is never counted twice, and you can undo the whole report.</li>
      </ul>
    </Dialog>
  )
}
