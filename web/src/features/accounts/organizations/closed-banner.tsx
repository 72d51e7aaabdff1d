import { organizations } from '@twofold/contract'
import { Suspense } from 'react'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'

// Few organizations are closed, so the notice loads on demand.
const ClosedNotice = /* @__PURE__ */ lazyComponent(() => import('./closed-notice.tsx'))

export function ClosedBanner() {
  const current = useCurrentOrganization()
  if (current.state !== 'ready' || !organizations.isClosed(current.organization)) return null
  return (
    <div className="flex min-h-10 justify-center bg-awaiting-soft px-4 py-2 text-awaiting-text print:hidden">
      <Suspense>
        <ClosedNotice organization={current.organization} />
      </Suspense>
    </div>
  )
}
