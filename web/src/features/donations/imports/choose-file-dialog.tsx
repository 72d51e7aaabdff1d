import { type imports, screens } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Link } from 'react-router'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { formatBytes, formatShare } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { fileProblem, isFinished, limitsSentence } from './import-text.ts'
import { useImports } from './use-import.ts'

type ChooseFileProps = {
  file: File | null
  problem?: string | undefined
  /** Share that has been sent, 0 to 1. */
  sent?: number
  /** A running undo must finish before the check. */
  waits?: boolean | undefined
  onFile?: (file: File, problem?: string) => void
  onShow?: (run: imports.ImportRun) => void
  onClose: () => void
}

export function ChooseFileDialog({ file, problem, sent, waits = false, onFile, onShow, onClose }: ChooseFileProps) {
  return (
    <Dialog
      onClose={onClose}
      title="Upload donations"
      description="Use an export from your donation tool. You’ll review the matches and emails before anything is saved."
      footer={
        <>
          <Button variant="quiet" asChild className="mr-auto">
            <Link to={screens.uploads} onClick={onClose}>
              Past uploads
            </Link>
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {onShow && <StillRunning onShow={onShow} />}
      {file && sent !== undefined ? (
        <Checking file={file} sent={sent} waits={waits} />
      ) : (
        <FileDrop
          label="Choose a donation file"
          accept=".csv,.xlsx,.xls"
          hint={limitsSentence}
          file={file}
          error={problem}
          onFile={(chosen) => onFile?.(chosen, fileProblem(chosen))}
        />
      )}
      <ul className="mt-5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
        <li>The first row should be column headers. Any names and order work.</li>
        <li>We skip duplicates, so it’s safe to upload the same file again.</li>
        <li>If a row has a problem, you can fix it before you upload.</li>
      </ul>
    </Dialog>
  )
}

function Checking({ file, sent, waits }: { file: File; sent: number; waits: boolean }) {
  const isSent = sent >= 1
  const checking = waits
    ? 'We’re undoing an earlier upload. We’ll check your file right after.'
    : 'Checking columns, rows, and employers…'
  return (
    <div
      role="status"
      className="flex flex-col items-center gap-3 rounded-card border-2 border-dashed border-edge/60 px-6 py-9 text-center"
    >
      <Spinner className="size-8 text-brand-text" />
      <span className="max-w-full font-semibold break-all">{file.name}</span>
      <span className="text-muted">
        {isSent ? checking : `Sending ${formatBytes(file.size)}: ${formatShare(sent, 1)}`}
      </span>
      <ProgressBar label="Pre-check" value={isSent ? null : sent} max={1} />
    </div>
  )
}

function StillRunning({ onShow }: { onShow: (run: imports.ImportRun) => void }) {
  const { id } = useOrganization()
  const { data } = useImports(id, 1, 5)
  const running = data?.imports.find((run) => !isFinished(run))
  if (!running) return null
  return (
    <Notice tone="verify" className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0 break-words">{quoted(running.file_name)} is still being uploaded.</span>
        <Button variant="secondary" size="small" onClick={() => onShow(running)}>
          View progress
        </Button>
      </div>
    </Notice>
  )
}
