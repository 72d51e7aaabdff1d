import { directory } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { SendButton } from '../../mails/index.ts'
import { ChangeReview } from './change-review.tsx'

type Platform = directory.DirectoryPlatform

type Props = { platform: Platform; others: readonly Platform[]; onClose: () => void }

/** Two entries that are one platform: the other is chosen, what moves is shown, and only then it is done. */
export default function MergePlatformDialog({ platform, others, onClose }: Props) {
  const { id: platformId, name } = platform
  const [otherId, setOtherId] = useState('')
  const preview = useAction(directory.reviewPlatformMerge)
  const merge = useAction(directory.mergePlatforms, {
    refreshes: [directory.listDirectoryPlatforms, directory.listDirectoryChanges, directory.getDirectoryCompany],
  })
  const { mutate } = preview
  useEffect(() => {
    if (otherId !== '') mutate({ params: { platformId }, body: { other_id: otherId } })
  }, [mutate, platformId, otherId])
  const shown = otherId === '' || preview.isPending || preview.error ? null : preview.data
  const save = () => {
    if (!shown) return
    merge.mutate(
      { params: { platformId }, body: { other_id: otherId } },
      {
        onSuccess: () => {
          toast({
            title: `${shown.other.name} is merged into ${name}`,
            description: `It can be undone for ${directory.directoryUndoDays} days.`,
          })
          onClose()
        },
        onError: (error) => toastError(directory.directoryMessages.mergePlatformsFailed, messageOf(error)),
      },
    )
  }
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      keep={otherId !== ''}
      title="Merge two platforms"
      description={`${name} stays, with everything of both.`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SendButton review={shown?.review.mails ?? null} busy={merge.isPending} disabled={!shown} onSend={save}>
            Merge
          </SendButton>
        </>
      }
    >
      <div className="space-y-6">
        <Field name="other" label="Which platform is the same?">
          <Select
            value={otherId}
            onChange={(event) => {
              preview.reset()
              merge.reset()
              setOtherId(event.target.value)
            }}
          >
            <option value="">Choose a platform</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name}
              </option>
            ))}
          </Select>
        </Field>
        {otherId !== '' && (
          <div className="space-y-6" aria-live="polite">
            {preview.error && <Notice tone="problem">{messageOf(preview.error)}</Notice>}
            {preview.isPending && <Loading text="Checking what will move..." />}
            {merge.error && (
              <Notice tone="problem">
                {`${directory.directoryMessages.mergePlatformsFailed} ${messageOf(merge.error)}`}
              </Notice>
            )}
            {shown && <Moves review={shown} name={name} />}
            {shown && <ChangeReview review={shown.review} />}
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Moves({ review, name }: { review: directory.PlatformMergeReview; name: string }) {
  const { other, companies, changes } = review
  return (
    <section aria-label="What moves" className="rounded-card bg-sunken px-5 py-4">
      <h3 className="mb-2 font-semibold">What moves to {name}</h3>
      <ul className="list-disc space-y-1.5 pl-5 break-words">
        <li>
          {companies === 0
            ? `No company’s policy leads to ${other.name}.`
            : `The policies of ${plural(companies, 'company', 'companies')} lead to ${name}.`}
        </li>
        {changes.map(({ term, from, to }) => (
          <li key={`${term} ${to}`}>
            {term}: {from === '' ? to : `${from} → ${to}`}
          </li>
        ))}
        <li>
          {other.name} is no longer in any list. Reports and deposits that name it are of {name}.
        </li>
      </ul>
    </section>
  )
}
