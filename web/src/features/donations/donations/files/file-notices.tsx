import { Suspense, useSyncExternalStore } from 'react'
import { late, Nothing } from '../../../../ui/late.tsx'
import { waitedFor } from './waited-for.ts'

// It knows the donations' shapes, which the first screen has no use for. Where it cannot be had, as after a release, the
// screen goes on without: the files are listed under Reports.
const FileWatch = late(() => import('./file-watch.tsx'), Nothing)

/** Tells of files that this tab asked for when they are ready, on whatever screen its person is by then. */
export function FileNotices() {
  const waiting = useSyncExternalStore(waitedFor.subscribe, waitedFor.all)
  const organizationId = waiting[0]?.organizationId
  return organizationId === undefined ? null : (
    <Suspense>
      <FileWatch key={organizationId} organizationId={organizationId} />
    </Suspense>
  )
}
