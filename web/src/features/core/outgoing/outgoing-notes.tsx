import { Suspense } from 'react'
import { useMe } from '../../../shared/me.tsx'
import { EmptyFallback, lazyComponent } from '../../../ui/lazy.tsx'

const OutgoingState = /* @__PURE__ */ lazyComponent(() => import('./outgoing-state.tsx'), EmptyFallback)

export function OutgoingNotes() {
  if (useMe().globalPermission !== 'super') return null
  return (
    <Suspense>
      <OutgoingState />
    </Suspense>
  )
}
