import { Suspense } from 'react'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { late } from '../../../ui/late.tsx'

// Hardly anybody is ever a super user.
const ActingBanner = /* @__PURE__ */ late(() => import('./acting-banner.tsx'))

/** Says on every screen of the portal in whose name a super user acts, who looks only until they say otherwise. */
export function SuperBanner() {
  const me = useMe()
  const current = useCurrentOrganization()
  if (me.globalPermission !== 'super' || current.state !== 'ready') return null
  return (
    <Suspense fallback={<div className="min-h-11 bg-danger print:hidden" />}>
      <ActingBanner organization={current.organization} />
    </Suspense>
  )
}
