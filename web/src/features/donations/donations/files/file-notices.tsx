import { Suspense, useSyncExternalStore } from 'react'
import { EmptyFallback, lazyComponent } from '../../../../ui/lazy.tsx'
import { pendingExports } from './pending-exports.ts'

// Loaded separately because it includes the donation schemas, which the first screen does not need. If loading fails,
// as after a release, the files are still listed under Reports.
const FileWatch = lazyComponent(() => import('./export-poller.tsx'), EmptyFallback)

/** Announces files requested in this tab when they are ready, on any screen. */
export function FileNotices() {
  const waiting = useSyncExternalStore(pendingExports.subscribe, pendingExports.all)
  const organizationId = waiting[0]?.organizationId
  return organizationId === undefined ? null : (
    <Suspense>
      <FileWatch key={organizationId} organizationId={organizationId} />
    </Suspense>
  )
}
