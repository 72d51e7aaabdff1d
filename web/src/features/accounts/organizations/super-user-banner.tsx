import { Suspense } from 'react'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'

// Super users are rare, so the banner loads on demand.
const ActingBanner = /* @__PURE__ */ lazyComponent(() => import('./acting-banner.tsx'))

/**
 * Shows on every portal screen which organization a super user acts for. Access is read-only until they allow changes.
 */
export function SuperUserBanner() {
  const me = useMe()
  const current = useCurrentOrganization()
  if (me.globalPermission !== 'super' || current.state !== 'ready') return null
  return (
    <Suspense fallback={<div className="min-h-11 bg-danger print:hidden" />}>
      <ActingBanner organization={current.organization} />
    </Suspense>
  )
}
