import { directory, directoryFiles } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { FileDrop, spreadsheetFileRules, useChosenFile } from '../../../../ui/file-drop.tsx'
import { formatCount, plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { SendButton } from '../../../email/mails/index.ts'
import { Differences } from './change-list.tsx'
import { ChangeReview } from './change-review.tsx'
import { describeNothingChanged } from './change-text.ts'

/** The file applies as a whole or not at all. */
export default function UploadDirectoryDialog({ onClose }: { onClose: () => void }) {
  const chosen = useChosenFile(spreadsheetFileRules)
  const [fileReview, setFileReview] = useState<directoryFiles.DirectoryFileReview | null>(null)
  const review = useApiMutation(directoryFiles.reviewDirectoryFile, { refreshes: [] })
  const upload = useApiMutation(directoryFiles.uploadDirectoryFile, {
    refreshes: [directory.listDirectoryChanges, directory.getDirectoryCompany, directory.listDirectoryPlatforms],
  })
  const failed = (error: Error) => {
    setFileReview(null)
    chosen.refuse(messageOf(error))
  }
  const bodyOf = (file: File) => {
    const body = new FormData()
    body.set('companies', file)
    return body
  }
  const send = () => {
    const file = chosen.take()
    if (file) review.mutate({ body: bodyOf(file) }, { onSuccess: setFileReview, onError: failed })
  }
  const save = () => {
    if (!chosen.file || !fileReview) return
    const body = bodyOf(chosen.file)
    body.set('seen', fileReview.seen)
    upload.mutate(
      { body },
      {
        onSuccess: ({ added, changed }) => {
          toast({
            title: 'Directory changed',
            description: `${plural(added, 'company', 'companies')} added, ${changed} changed. You can undo this for ${directory.directoryUndoDays} days.`,
          })
          onClose()
        },
        onError: failed,
      },
    )
  }
  if (fileReview) {
    const changes = fileReview.added + fileReview.changed
    return (
      <Dialog
        key="review"
        readFirst
        confirmClose={changes > 0}
        width="wide"
        onClose={onClose}
        title={changes > 0 ? `Changes in ${chosen.file?.name ?? 'the file'}` : describeNothingChanged(fileReview)}
        footer={
          <>
            <Button variant="secondary" onClick={() => setFileReview(null)}>
              Back
            </Button>
            {changes > 0 && (
              <SendButton review={fileReview.review.mails} busy={upload.isPending} onSend={save}>
                {`Change ${plural(changes, 'company', 'companies')}`}
              </SendButton>
            )}
          </>
        }
      >
        <UploadReview fileReview={fileReview} />
      </Dialog>
    )
  }
  return (
    <Dialog
      key="file"
      onClose={onClose}
      title="Upload companies"
      description="Download the CSV, edit it or add rows, and upload it here. You’ll see the changes before you save them."
      footer={
        <CancelAndConfirm onCancel={onClose} busy={review.isPending} onClick={send}>
          Review changes
        </CancelAndConfirm>
      }
    >
      <FileDrop
        label="Choose a file of companies"
        accept=".csv,.xlsx,.xls"
        hint="CSV or Excel, up to 10 MB and 4,000 rows"
        {...chosen.drop}
      />
      <ul className="mt-5 list-disc space-y-1 pl-5 text-muted marker:text-edge">
        <li>Companies are matched by name. New names are added.</li>
        <li>
          You can leave out columns. A blank cell changes nothing, a hyphen (-) clears the value, and 0 means no minimum
          or maximum.
        </li>
        <li>Separate several names, domains or kinds in one cell with |.</li>
        <li>We’ll skip rows with problems. The rest are saved together.</li>
      </ul>
    </Dialog>
  )
}

type FileReview = directoryFiles.DirectoryFileReview

function UploadReview({ fileReview }: { fileReview: FileReview }) {
  const { added, changed, unchanged, refused, companies, left_out, warnings, review } = fileReview
  return (
    <div className="space-y-6">
      {added + changed + unchanged > 0 && (
        <p>
          {plural(added, 'company', 'companies')} added, {formatCount(changed)} changed; {plural(unchanged, 'row')}{' '}
          unchanged.
        </p>
      )}
      {(left_out.length > 0 || warnings.length > 0) && (
        <Notice tone="awaiting">
          {left_out.length > 0 && <p>We’ll skip these unknown columns: {left_out.join(', ')}.</p>}
          {warnings.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {refused > 0 && <Problems fileReview={fileReview} />}
      {companies.length > 0 && (
        <section aria-labelledby="companies-of-file">
          <h3 id="companies-of-file" className="font-semibold">
            Companies
          </h3>
          <ol className="divide-y divide-hairline">
            {companies.map((company) => (
              <li key={company.row} className="py-2.5 break-words">
                <strong className="font-semibold">{company.name}</strong>
                {company.is_new && ', new'}
                <Differences changes={company.changes} />
              </li>
            ))}
          </ol>
          <More shown={companies.length} all={added + changed} />
        </section>
      )}
      {added + changed > 0 && <ChangeReview review={review} />}
    </div>
  )
}

function Problems({ fileReview: { problems, refused } }: { fileReview: FileReview }) {
  return (
    <section aria-labelledby="problems-of-file" className="rounded-card bg-sunken px-5 py-4">
      <h3 id="problems-of-file" className="mb-1 font-semibold">
        {plural(refused, 'row with a problem', 'rows with problems')} will be skipped
      </h3>
      <ul className="space-y-1.5">
        {problems.map(({ row, name, why }) => (
          <li key={row} className="break-words">
            Row {row}
            {name !== '' && `, ${name}`}: <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
      <More shown={problems.length} all={refused} />
    </section>
  )
}

const More = ({ shown, all }: { shown: number; all: number }) =>
  all > shown ? <p className="mt-2 text-muted">And {formatCount(all - shown)} more.</p> : null
