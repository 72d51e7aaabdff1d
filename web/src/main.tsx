import { RouterProvider } from 'react-router/dom'
import { callMessages } from './api/api-error.ts'
import { onExpired } from './api/call.ts'
import { createRouter } from './app/router.tsx'
import { fetchToaster, start } from './app/start.tsx'
import { drawnAfterMs, toastError } from './ui/toast-store.ts'

onExpired(() => toastError(callMessages.expired))
// Loads the toaster early, so that it can report a connection lost later.
setTimeout(() => void fetchToaster(), drawnAfterMs)
// A user who types on the login screen will need the frame next.
addEventListener('input', () => void import('./app/signed-in.tsx').catch(() => undefined), { once: true })

// Starts in a separate task: two short tasks keep a slow phone responsive.
setTimeout(() => {
  const router = createRouter()
  const begin = () => start(<RouterProvider router={router} />)
  if (router.state.initialized || !document.querySelector('[data-drawn]')) return begin()
  // The server-rendered page stays until the screen has loaded completely.
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    begin()
  })
})
