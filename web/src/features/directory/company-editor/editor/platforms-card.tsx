import { directory } from '@twofold/contract'
import { useState } from 'react'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { plural } from '../../../../ui/format.ts'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'

const PlatformDialog = lazyDialog(() => import('./platform-dialog.tsx'))
const MergePlatformDialog = lazyDialog(async () => ({ default: (await import('./merge-dialog.tsx')).MergePlatforms }))

type Platform = directory.DirectoryPlatform

/** A platform's steps apply when a company's own address is unknown. */
export function PlatformsCard() {
  const [editing, setEditing] = useState<Platform | null>(null)
  const [merging, setMerging] = useState<Platform | null>(null)
  const { data, error, isPending, refetch } = useApiQuery(directory.listDirectoryPlatforms, {})
  const all = data?.platforms ?? []
  const used = all.filter(({ companies }) => companies > 0)
  const unused = all.filter(({ companies }) => companies === 0)
  return (
    <Card>
      <CardTitle>Giving platforms</CardTitle>
      {isPending && <Loading text="Loading the platforms..." />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Platforms platforms={used} onEdit={setEditing} onMerge={setMerging} />
      {unused.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-brand-text underline-offset-2 hover:underline">
            {plural(unused.length, 'other', 'others')} not used by any company’s policy
          </summary>
          <Platforms platforms={unused} onEdit={setEditing} onMerge={setMerging} />
        </details>
      )}
      {editing && <PlatformDialog platform={editing} onClose={() => setEditing(null)} />}
      {merging && (
        <MergePlatformDialog
          platform={merging}
          others={all.filter(({ id }) => id !== merging.id)}
          onClose={() => setMerging(null)}
        />
      )}
    </Card>
  )
}

type ListProps = {
  platforms: readonly Platform[]
  onEdit: (platform: Platform) => void
  onMerge: (platform: Platform) => void
}

function Platforms(props: ListProps) {
  return (
    <ul className="divide-y divide-hairline">
      {props.platforms.map((platform) => (
        <li key={platform.id} className="flex items-start justify-between gap-3 py-2 first:pt-0">
          <span className="min-w-0 break-words">
            <span className="font-semibold">{platform.name}</span>
            <span className="block text-sm text-muted">{wordsOf(platform)}</span>
          </span>
          <span className="flex shrink-0">
            <Button
              variant="quiet"
              size="small"
              aria-label={`Merge another platform into ${platform.name}`}
              onClick={() => props.onMerge(platform)}
            >
              Merge
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Edit ${platform.name}`}
              onClick={() => props.onEdit(platform)}
            >
              Edit
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

const wordsOf = ({ companies, employee_steps, kind, is_edited }: Platform): string =>
  [
    companies > 0 && plural(companies, 'company', 'companies'),
    kind === 'payer'
      ? 'payments only'
      : employee_steps.length === 0
        ? 'no known steps'
        : plural(employee_steps.length, 'step'),
    is_edited && 'edited by hand',
  ]
    .filter(Boolean)
    .join(', ')
