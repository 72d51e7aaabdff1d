import { Suspense } from 'react'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'

// Super users are rare, so the banner loads on demand.
const ActingBanner = /* @__PURE__ */ lazyComponent(() => import('./acting-banner.tsx'))

/** Access is read-only until the super user allows changes. */
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
