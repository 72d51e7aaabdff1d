import { Suspense, useSyncExternalStore } from 'react'
import { late, Nothing } from '../../../../ui/late.tsx'
import { waitedFor } from './waited-for.ts'

// Loaded separately because it includes the donation schemas, which the first screen does not need. If loading fails,
// as after a release, the files are still listed under Reports.
const FileWatch = late(() => import('./file-watch.tsx'), Nothing)

/** Announces files requested in this tab when they are ready, on any screen. */
export function FileNotices() {
  const waiting = useSyncExternalStore(waitedFor.subscribe, waitedFor.all)
  const organizationId = waiting[0]?.organizationId
  return organizationId === undefined ? null : (
    <Suspense>
      <FileWatch key={organizationId} organizationId={organizationId} />
    </Suspense>
  )
}
