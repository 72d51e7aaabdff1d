import { companies, directory, linkTo, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { useApiMutation } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { formatCount, formatDateTime } from '../../../../ui/format.ts'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { describeChange, describeNotRestored, describeProgress, describeUndone } from './change-text.ts'

type Change = directory.DirectoryChange

export const changesPollMs = 2_000

const kinds: Record<Change['kind'], string> = {
  added: 'added to the directory',
  company: 'changed',
  policy: 'new version of its policy',
  merge: 'merged',
  platform: 'platform changed',
  form: 'form',
  rate: 'exchange rate entered',
  file: 'uploaded',
}

export function ChangeList({ changes, linked = false }: { changes: readonly Change[]; linked?: boolean }) {
  const undo = useApiMutation(directory.undoDirectoryChange, {
    refreshes: [
      directory.listDirectoryChanges,
      directory.getDirectoryCompany,
      directory.listDirectoryPlatforms,
      companies.listExchangeRates,
    ],
    failed: directory.directoryMessages.undoFailed,
  })
  const undoChange = (change: Change) =>
    undo.mutate(
      { params: { changeId: change.id } },
      { onSuccess: () => toast({ title: 'Change undone', description: describeUndone(change) }) },
    )
  return (
    <ol className="divide-y divide-hairline">
      {changes.map((change) => (
        <li key={change.id} className="py-3 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 flex-1 basis-64 break-words">
              {linked && change.company ? (
                <Link
                  className="font-semibold text-brand-text underline underline-offset-2"
                  to={linkTo(screens.directoryCompany, { companyId: change.company.id })}
                >
                  {change.subject}
                </Link>
              ) : (
                <strong className="font-semibold">{change.subject}</strong>
              )}
              : {kinds[change.kind]}
              {change.undone_by && `, undone by ${change.undone_by}`}
              <span className="block text-sm text-muted">
                {change.by}, {formatDateTime(change.at)}
              </span>
            </p>
            {change.can_undo && (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Undo: ${change.subject}, ${kinds[change.kind]}`}
                disabled={undo.isPending}
                onClick={() => undoChange(change)}
              >
                Undo
              </Button>
            )}
          </div>
          <Progress change={change} />
          <NotRestored ids={change.not_restored} />
          <Differences changes={change.changes} />
        </li>
      ))}
    </ol>
  )
}

function NotRestored({ ids }: { ids: readonly number[] }) {
  const text = describeNotRestored(ids)
  return text === '' ? null : <p className="mt-1 max-w-prose break-words text-[0.9375rem] font-semibold">{text}</p>
}

function Progress({ change }: { change: Change }) {
  const { gifts, left } = change
  if (gifts === 0) return null
  const { done, doing, label } = describeProgress(change)
  if (left === 0) return <p className="text-[0.9375rem] text-muted">{done}</p>
  return (
    <div className="mt-1 max-w-md space-y-1">
      <p role="status" className="text-[0.9375rem] tabular-nums">
        {doing}
      </p>
      <ProgressBar label={label} value={gifts - left} max={gifts} />
    </div>
  )
}

const shownAtOnce = 3

export function Differences({ changes }: Pick<Change, 'changes'>) {
  if (changes.length === 0) return null
  const list = (
    <ul className="mt-1 list-disc space-y-0.5 pl-5 text-[0.9375rem]">
      {changes.map((change) => (
        <li key={`${change.term} ${change.from} ${change.to}`} className="break-words">
          {describeChange(change)}
        </li>
      ))}
    </ul>
  )
  if (changes.length <= shownAtOnce) return list
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-brand-text underline-offset-2 hover:underline">
        {formatCount(changes.length)} changes
      </summary>
      {list}
    </details>
  )
}
