import { Suspense } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { late, Nothing } from '../../../ui/late.tsx'

// Loaded only for super users.
const OutgoingState = /* @__PURE__ */ late(() => import('./outgoing-state.tsx'), Nothing)

/** Shown on every screen of a super user while there is something to report. */
export function OutgoingNotes() {
  if (useMe().globalPermission !== 'super') return null
  return (
    <Suspense>
      <OutgoingState />
    </Suspense>
  )
}
