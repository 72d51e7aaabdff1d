import { type imports, screens } from '@twofold/contract'
import { FileClock, Undo2, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { isFinished, resultParts, undoneSentence } from './import-text.ts'
import { matchableSentence, outcomeOf } from './outcome-text.ts'
import { RejectsButton, RunProgress } from './run-view.tsx'
import { StateBadge } from './state-badge.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import { useImports } from './use-import.ts'

const UploadDialog = lazyDialog(() => import('./upload-dialog.tsx'))
const UploadResult = lazyDialog(() => import('./upload-result.tsx'))

const perPage = 20

export default function UploadsScreen() {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const [search, setSearch] = useSearchParams()
  const [isUploading, setUploading] = useState(false)
  const shownUpload = uploadIn(search)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = useImports(id, page, perPage)
  const showsSkeleton = useSkeleton(isPending)
  const answer = showsSkeleton ? undefined : data
  return (
    <>
      <PageHeading
        title="Uploads"
        actions={
          <>
            <Button variant="secondary" asChild>
              <Link to={screens.donations}>Donations</Link>
            </Button>
            {permissions.write && (
              <Button icon={Upload} onClick={() => setUploading(true)}>
                Upload
              </Button>
            )}
          </>
        }
      >
        Every donation file you’ve uploaded.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {answer && answer.total === 0 && (
        <Card>
          <EmptyState
            icon={FileClock}
            title="No uploads yet"
            {...(permissions.write
              ? { action: <Button onClick={() => setUploading(true)}>Upload a donation file</Button> }
              : {})}
          >
            Your uploads will appear here.
          </EmptyState>
        </Card>
      )}
      {answer && answer.total > 0 && (
        <>
          <Card padded={false}>
            <ul className="divide-y divide-hairline">
              {answer.imports.map((run) => (
                <Run key={run.id} run={run} onShow={() => setSearch((now) => withUpload(now, run.id))} />
              ))}
            </ul>
          </Card>
          <div className="mt-4">
            <Pager
              page={page}
              perPage={perPage}
              total={answer.total}
              onPage={(next) => setSearch({ page: String(next) })}
            />
          </div>
        </>
      )}
      {shownUpload !== null && (
        <Suspense fallback={null}>
          <UploadResult importId={shownUpload} onClose={() => setSearch((now) => withUpload(now, null))} />
        </Suspense>
      )}
      {isUploading && (
        <Suspense fallback={null}>
          <UploadDialog open onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </>
  )
}

/** `?upload=12` */
function uploadIn(search: URLSearchParams): number | null {
  const text = search.get('upload') ?? ''
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

function withUpload(now: URLSearchParams, id: number | null): URLSearchParams {
  const next = new URLSearchParams(now)
  if (id === null) next.delete('upload')
  else next.set('upload', String(id))
  return next
}

function Run({ run, onShow }: { run: imports.ImportRun; onShow: () => void }) {
  const { time_zone: timeZone, complete } = useOrganization()
  const permissions = usePermissions()
  const [isUndoing, setUndoing] = useState(false)
  const outcome = outcomeOf(run, complete)
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 px-5 py-4 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{run.file_name || 'A file without a name'}</span>
          <StateBadge state={run.state} />
        </p>
        <p className="text-[0.9375rem] text-muted">
          <time dateTime={run.created_at}>{formatDateTime(run.created_at, timeZone)}</time>, {run.user.name}
        </p>
        <div className="mt-1.5">
          {!isFinished(run) && <RunProgress run={run} small />}
          {run.state === 'done' && outcome && run.accepted > 0 && (
            <span className="block font-semibold">{matchableSentence(outcome, run.outcome_once_set_up)}</span>
          )}
          {run.state === 'done' && `${resultParts(run).join(', ')}.`}
          {run.state === 'undone' && undoneSentence(run)}
          {run.state === 'done' && run.error && <span className="block text-problem-text">{run.error}</span>}
          {run.state === 'failed' && <span className="text-problem-text">{run.error}</span>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5 md:justify-end">
        <Button variant="secondary" size="small" onClick={onShow}>
          {isFinished(run) ? 'Result' : 'View progress'}
          <span className="sr-only"> of {run.file_name}</span>
        </Button>
        {run.rejected > 0 && <RejectsButton run={run} size="small" />}
        {permissions.write && run.can_undo && (
          <Button variant="secondary" size="small" icon={Undo2} onClick={() => setUndoing(true)}>
            Undo
          </Button>
        )}
      </div>
      {isUndoing && <UndoDialog run={run} onClose={() => setUndoing(false)} />}
    </li>
  )
}
