import { RouterProvider } from 'react-router/dom'
import { callMessages } from './api/api-error.ts'
import { onExpired } from './api/call.ts'
import { createRouter } from './app/router.tsx'
import { fetchToaster, start } from './app/start.tsx'
import { drawnAfterMs, toastError } from './ui/toast-store.ts'

onExpired(() => toastError(callMessages.expired))
// So that a connection that is lost later can still be told.
setTimeout(() => void fetchToaster(), drawnAfterMs)
// Who types at the entrance will want the frame next.
addEventListener('input', () => void import('./app/signed-in.tsx').catch(() => undefined), { once: true })

// Not in the task in which the scripts begin: between two short ones a slow phone answers its person.
setTimeout(() => {
  const router = createRouter()
  const begin = () => start(<RouterProvider router={router} />)
  if (router.state.initialized || !document.querySelector('[data-drawn]')) return begin()
  // What the server drew stands until all of the screen is here.
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    begin()
  })
})
