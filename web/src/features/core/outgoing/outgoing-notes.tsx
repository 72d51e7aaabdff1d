import { Suspense } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { EmptyFallback, lazyComponent } from '../../../ui/lazy.tsx'

// Loaded only for super users.
const OutgoingState = /* @__PURE__ */ lazyComponent(() => import('./outgoing-state.tsx'), EmptyFallback)

/** Shown on every screen of a super user while there is something to report. */
export function OutgoingNotes() {
  if (useMe().globalPermission !== 'super') return null
  return (
    <Suspense>
      <OutgoingState />
    </Suspense>
  )
}
