import { type ComponentType, lazy, StrictMode, Suspense, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { z } from 'zod'
import { callMessages } from './api/api-error.ts'
import { onExpired } from './api/call.ts'
import { createRouter } from './portal/router.tsx'
import { followSystemTheme } from './ui/theme-choice.ts'
import { toastError, toasts } from './ui/toast-store.ts'
import './ui/theme.css'

// Zod compiles its checks with `new Function`, which the page's Content-Security-Policy rightly forbids.
z.config({ jitless: true })
followSystemTheme()
onExpired(() => toastError(callMessages.expired))

/** A toast that cannot be drawn must not take the page with it: errors are said beside what failed as well. */
const fetchToaster = (): Promise<{ default: ComponentType }> =>
  import('./ui/toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: () => null }),
  )
const Toaster = lazy(fetchToaster)

/** The place of the toasts is fetched with the first one, or when the first screen has long been there. */
function Toasts() {
  const any = useSyncExternalStore(toasts.subscribe, () => toasts.all().length > 0)
  return any ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
// So that a connection that is lost later can still be told.
setTimeout(() => void fetchToaster(), 2_000)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
    <Toasts />
  </StrictMode>,
)
