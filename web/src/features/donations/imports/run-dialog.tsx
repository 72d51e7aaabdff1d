import { type imports, screens } from '@twofold/contract'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { isFinished } from './import-text.ts'
import { RunProgress, RunResult } from './run-view.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useImport } from './use-import.ts'

type RunDialogProps = {
  started: imports.ImportRun
  onAnother?: () => void
  onClose: () => void
}

const titles: Record<imports.ImportState, string> = {
  queued: 'Uploading',
  running: 'Uploading',
  done: 'Upload finished',
  failed: 'Upload failed',
  undoing: 'Undoing the upload',
  undone: 'Upload undone',
}

/** Closing the dialog does not stop the upload. */
export function RunDialog({ started, onAnother, onClose }: RunDialogProps) {
  const { id } = useOrganization()
  const { run, days, withEmployer } = useImport(id, started)
  useEndToast(run)
  const permissions = usePermissions()
  const [isUndoing, setUndoing] = useState(false)
  const isOver = isFinished(run)
  return (
    <Dialog
      onClose={onClose}
      readFirst
      title={titles[run.state]}
      description={run.file_name}
      footer={
        <>
          <Button variant="quiet" asChild className="mr-auto">
            <Link to={screens.uploads} onClick={onClose}>
              All uploads
            </Link>
          </Button>
          {run.can_undo && permissions.write && (
            <Button variant="secondary" icon={Undo2} onClick={() => setUndoing(true)}>
              Undo
            </Button>
          )}
          {isOver && onAnother && (
            <Button variant="secondary" onClick={onAnother}>
              Upload another file
            </Button>
          )}
          {run.state === 'done' && days ? (
            // The list's own range of dates may not contain the uploaded gifts.
            <Button asChild>
              <Link
                to={`${screens.donations}?${new URLSearchParams({ from: days.first, to: days.last })}`}
                onClick={onClose}
              >
                See gifts
              </Link>
            </Button>
          ) : (
            <Button onClick={onClose}>
              {isOver ? 'Done' : run.state === 'undoing' ? 'Close' : 'Close (upload continues)'}
            </Button>
          )}
        </>
      }
    >
      {isOver ? <RunResult run={run} withEmployer={withEmployer} onLeave={onClose} /> : <RunProgress run={run} />}
      {isUndoing && <UndoDialog run={run} onClose={() => setUndoing(false)} />}
    </Dialog>
  )
}

/** Uses the spec's text. An undo is announced in its own dialog. */
function useEndToast(run: imports.ImportRun) {
  const wasAnnounced = useRef(isFinished(run) || run.state === 'undoing')
  useEffect(() => {
    if (wasAnnounced.current || !isFinished(run)) return
    wasAnnounced.current = true
    if (run.state === 'failed') toastError('Upload failed', run.error ?? 'An unknown error occurred')
    else toast({ title: 'Upload successful' })
  }, [run])
}
