import { directory, directoryFiles } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { FileDrop, rowsFile, useChosenFile } from '../../../ui/file-drop.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'
import { SendButton } from '../../mails/index.ts'
import { UploadReview } from './upload-review.tsx'
import { nothingOf } from './upload-words.ts'

/** A file of companies: chosen, looked at with its problems, then done as a whole. */
export default function UploadDirectoryDialog({ onClose }: { onClose: () => void }) {
  const chosen = useChosenFile(rowsFile)
  const [seen, setSeen] = useState<directoryFiles.DirectoryFileReview | null>(null)
  const look = useAction(directoryFiles.reviewDirectoryFile, { refreshes: [] })
  const upload = useAction(directoryFiles.uploadDirectoryFile, {
    refreshes: [directory.listDirectoryChanges, directory.getDirectoryCompany, directory.listDirectoryPlatforms],
  })
  const failed = (error: Error) => {
    setSeen(null)
    chosen.refuse(messageOf(error))
  }
  const bodyOf = (file: File) => {
    const body = new FormData()
    body.set('companies', file)
    return body
  }
  const send = () => {
    const file = chosen.take()
    if (file) look.mutate({ body: bodyOf(file) }, { onSuccess: setSeen, onError: failed })
  }
  const save = () => {
    if (!chosen.file || !seen) return
    const body = bodyOf(chosen.file)
    body.set('seen', seen.seen)
    upload.mutate(
      { body },
      {
        onSuccess: ({ added, changed }) => {
          toast({
            title: 'Directory changed',
            description: `${plural(added, 'company', 'companies')} added, ${changed} changed. You can undo the file for ${directory.directoryUndoDays} days.`,
          })
          onClose()
        },
        onError: failed,
      },
    )
  }
  if (seen) {
    const changes = seen.added + seen.changed
    return (
      <Dialog
        key="review"
        open
        readFirst
        keep={changes > 0}
        width="wide"
        onClose={onClose}
        title={changes > 0 ? `What ${chosen.file?.name ?? 'the file'} changes` : nothingOf(seen)}
        footer={
          <>
            <Button look="secondary" onClick={() => setSeen(null)}>
              Back
            </Button>
            {changes > 0 && (
              <SendButton review={seen.review.mails} busy={upload.isPending} onSend={save}>
                {`Change ${plural(changes, 'company', 'companies')}`}
              </SendButton>
            )}
          </>
        }
      >
        <UploadReview seen={seen} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="file"
      open
      onClose={onClose}
      title="Upload companies"
      description="The file that you can download here, changed or with more rows. You see what it changes before anything is."
      footer={
        <CancelOr onCancel={onClose} busy={look.isPending} onClick={send}>
          See what changes
        </CancelOr>
      }
    >
      <FileDrop
        label="Choose a file of companies"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 rows"
        {...chosen.drop}
      />
      <ul className="mt-5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
        <li>A company is known by its name; a name that is not here yet is added.</li>
        <li>
          Columns may be left out. A blank cell leaves what is there, a cell with only a hyphen (-) empties it, and 0 is
          “none” for a minimum or a maximum.
        </li>
        <li>Several names, domains or kinds go in one cell, separated by |.</li>
        <li>A row with a problem changes nothing; the other rows are changed together or not at all.</li>
      </ul>
    </Dialog>
  )
}
