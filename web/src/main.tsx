import { RouterProvider } from 'react-router/dom'
import { callMessages } from './api/api-error.ts'
import { onSessionExpired } from './api/client.ts'
import { mountApp, preloadToaster } from './app/mount-app.tsx'
import { createRouter } from './app/router.tsx'
import { preloadToasterAfterMs, toastError } from './ui/toast-store.ts'

onSessionExpired(() => toastError(callMessages.expired))
// Loaded early, the toaster can report a connection lost later.
setTimeout(() => void preloadToaster(), preloadToasterAfterMs)
// A user who types on the login screen will need the frame next.
addEventListener('input', () => void import('./app/authenticated-layout.tsx').catch(() => undefined), { once: true })

// Two short tasks keep a slow phone responsive.
setTimeout(() => {
  const router = createRouter()
  const begin = () => mountApp(<RouterProvider router={router} />)
  if (router.state.initialized || !document.querySelector('[data-drawn]')) return begin()
  // The server-rendered page stays until the screen has loaded completely.
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    begin()
  })
})
