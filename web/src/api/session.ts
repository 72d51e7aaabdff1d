import { auth } from '@twofold/contract'
import { type KeyStorage, safeStorage } from './storage.ts'
import { clockAhead, emailIn, expiryOf, isExpired } from './token.ts'

const tokenKey = 'twofold.token'
/** Time of the last accepted request in any tab, in ms. Idle sessions expire on the server. */
const usedKey = 'twofold.used'
/** How far the server clock is ahead of the device clock, in ms. */
const aheadKey = 'twofold.ahead'
const noteUseEveryMs = 30_000

const idleMs = auth.sessionHours.idle * 3_600_000

type Ending = 'logout' | 'expired'

/** Notifies listeners of every change, including changes from other tabs. */
export function createSession(storage: KeyStorage, nowMs: () => number = Date.now) {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let token = storage.getItem(tokenKey)
  let ending: Ending | null = null
  let expiredEmail = ''
  const clockAheadMs = () => Number(storage.getItem(aheadKey) ?? 0) || 0
  const clearStorage = () => {
    for (const key of [tokenKey, usedKey, aheadKey]) storage.removeItem(key)
  }
  if (token && isExpired(token, nowMs() + clockAheadMs())) {
    token = null
    clearStorage()
  }
  const lastUse = () => Number(storage.getItem(usedKey) ?? 0) || 0
  return {
    token: () => token,
    ending: () => ending,
    start(next: string) {
      token = next
      ending = null
      storage.setItem(tokenKey, next)
      storage.setItem(usedKey, String(nowMs()))
      storage.setItem(aheadKey, String(clockAhead(next, nowMs())))
      notify()
    },
    noteUse() {
      const now = nowMs()
      if (token !== null && now - lastUse() >= noteUseEveryMs) storage.setItem(usedKey, String(now))
    },
    /** Use it to compare with timestamps from the server. */
    serverNow: () => new Date(nowMs() + clockAheadMs()),
    /** When the session ends without a sign-out, in ms since 1970: the token's expiry or the idle limit. */
    endsAt(): number | null {
      if (token === null) return null
      const expiry = expiryOf(token) * 1000 - clockAheadMs()
      // The server records a use at most once a minute, so its idle time may start up to a minute earlier.
      return lastUse() === 0 ? expiry : Math.min(expiry, lastUse() + idleMs - 60_000)
    },
    /** Prefills the login form; '' if no session expired on this page. */
    expiredEmail: () => (ending === 'expired' ? expiredEmail : ''),
    /** Ends the session that `used` belongs to. A newer session stays. */
    end(reason: Ending, endedToken: string | null = token): boolean {
      if (token === null || endedToken !== token) return false
      if (reason === 'expired') expiredEmail = emailIn(token)
      token = null
      ending = reason
      clearStorage()
      notify()
      return true
    },
    reread() {
      const next = storage.getItem(tokenKey)
      if (next === token) return
      token = next
      ending = next ? null : 'logout'
      notify()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
export type Session = ReturnType<typeof createSession>

export const session = createSession(safeStorage('localStorage'))

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === tokenKey || event.key === null) session.reread()
  })
  // A page restored from the back/forward cache has missed earlier changes.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.reread()
  })
}
