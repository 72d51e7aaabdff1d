import { directory } from '@twofold/contract'
import { lazy, Suspense, useState } from 'react'
import { useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Loading } from '../../ui/spinner.tsx'
import { ErrorState } from '../../ui/states.tsx'

const PlatformDialog = lazy(() => import('./platform-dialog.tsx'))

/** Where employees of many companies ask for a match: its steps stand in where a company's own address is not known. */
export function PlatformsCard() {
  const [editing, setEditing] = useState<directory.DirectoryPlatform | null>(null)
  const { data, error, isPending, refetch } = useAnswer(directory.listDirectoryPlatforms, {})
  return (
    <Card>
      <CardTitle>Giving platforms</CardTitle>
      {isPending && <Loading text="Loading the platforms..." />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ul className="divide-y divide-hairline">
        {data?.platforms.map((platform) => (
          <li key={platform.id} className="flex items-start justify-between gap-3 py-2 first:pt-0">
            <span className="min-w-0 break-words">
              <span className="font-semibold">{platform.name}</span>
              <span className="block text-sm text-muted">
                {platform.companies === 0
                  ? 'No company’s policy leads there'
                  : `${plural(platform.companies, 'company', 'companies')}`}
                {platform.employee_steps.length === 0 && ', steps not known'}
                {platform.is_edited && ', edited by hand'}
              </span>
            </span>
            <Button look="quiet" size="small" aria-label={`Edit ${platform.name}`} onClick={() => setEditing(platform)}>
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {editing && (
        <Suspense>
          <PlatformDialog platform={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </Card>
  )
}
