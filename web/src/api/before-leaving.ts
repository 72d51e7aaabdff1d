import { createCall } from './call.ts'
import { session } from './session.ts'

/** The way of a save that the browser carries to its end when the page is gone. */
export const { call: lastingCall } = createCall(session, (address, sent) =>
  fetch(address, { ...sent, keepalive: true }),
)

/** Saves that wait for their moment; who signs out lets them go first, while the token still counts. */

type Flush = () => Promise<void>

const flushes = new Set<Flush>()
/** Nobody is held longer than this: what did not get through by then is kept where it was, or said to be lost. */
const patienceMs = 3_000

/** Has `flush` run before the session is ended on purpose; what it answers takes that back. */
export function beforeLogout(flush: Flush): () => void {
  flushes.add(flush)
  return () => {
    flushes.delete(flush)
  }
}

/** Sends all that waits. Never fails and never takes long. */
export async function flushWaiting(ms: number = patienceMs): Promise<void> {
  if (flushes.size === 0) return
  const all = Promise.allSettled([...flushes].map((flush) => flush()))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms))])
}

/** Calls `leave` when the page may be gone in a moment: its tab is closed, hidden or put away by a phone. */
export function onPageLeaving(leave: () => void): () => void {
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
