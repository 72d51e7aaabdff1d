import { Suspense } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { late, Nothing } from '../../../ui/late.tsx'

// Fetched by super users alone.
const OutgoingState = /* @__PURE__ */ late(() => import('./outgoing-state.tsx'), Nothing)

/** On every screen of a super user, while there is something to say. */
export function OutgoingNotes() {
  if (useMe().globalPermission !== 'super') return null
  return (
    <Suspense>
      <OutgoingState />
    </Suspense>
  )
}
