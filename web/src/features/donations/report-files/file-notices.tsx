import { Suspense, useSyncExternalStore } from 'react'
import { EmptyFallback, lazyComponent } from '../../../ui/lazy.tsx'
import { pendingExports } from './pending-exports.ts'

// Contains the donation schemas, which the first screen does not need. Files are also listed under Reports.
const FileWatch = lazyComponent(() => import('./export-poller.tsx'), EmptyFallback)

export function FileNotices() {
  const waiting = useSyncExternalStore(pendingExports.subscribe, pendingExports.all)
  const organizationId = waiting[0]?.organizationId
  return organizationId === undefined ? null : (
    <Suspense>
      <FileWatch key={organizationId} organizationId={organizationId} />
    </Suspense>
  )
}
