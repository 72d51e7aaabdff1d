import { createApiClient } from './client.ts'
import { session } from './session.ts'

/** Sends a save that the browser completes even after the page is closed. */
export const { call: keepaliveCall } = createApiClient(session, (address, init) =>
  fetch(address, { ...init, keepalive: true }),
)

/** Pending saves. Signing out runs them first, while the token is still valid. */

type Flush = () => Promise<void>

const flushes = new Set<Flush>()
/** Maximum delay of a sign-out. Saves that do not finish in time stay in storage or are reported as lost. */
const maxWaitMs = 3_000

export function onBeforeLogout(flush: Flush): () => void {
  flushes.add(flush)
  return () => {
    flushes.delete(flush)
  }
}

/** Never rejects and resolves after at most `ms`. */
export async function flushPendingSaves(ms: number = maxWaitMs): Promise<void> {
  if (flushes.size === 0) return
  const all = Promise.allSettled([...flushes].map((flush) => flush()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms))])
}

/** Calls `leave` when the page may be about to close: the tab is closed or hidden, or a phone suspends it. */
export function onPageHide(leave: () => void): () => void {
  const onHide = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('pagehide', leave)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('pagehide', leave)
  }
}
