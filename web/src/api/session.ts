import { auth } from '@twofold/contract'
import { type KeyStorage, safeStorage } from './storage.ts'
import { clockAhead, emailIn, expiryOf, isExpired } from './token.ts'

const tokenKey = 'twofold.token'
/** When the server last took the token, in any tab: it ends sessions that nobody uses. */
const usedKey = 'twofold.used'
/** By how many ms the server's clock is ahead of this device's, whose owner may have set it wrong. */
const aheadKey = 'twofold.ahead'
const noteUseEveryMs = 30_000

const idleMs = auth.sessionHours.idle * 3_600_000

/** Why there is no session: the person left, or the server stopped taking the token. */
type Ending = 'logout' | 'expired'

/** Holds the bearer token in the browser's storage and tells listeners of every change, in other tabs too. */
export function createSession(storage: KeyStorage, nowMs: () => number = Date.now) {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let token = storage.getItem(tokenKey)
  let ending: Ending | null = null
  let expiredEmail = ''
  const ahead = () => Number(storage.getItem(aheadKey) ?? 0) || 0
  const forget = () => {
    for (const key of [tokenKey, usedKey, aheadKey]) storage.removeItem(key)
  }
  if (token && isExpired(token, nowMs() + ahead())) {
    token = null
    forget()
  }
  const lastUse = () => Number(storage.getItem(usedKey) ?? 0) || 0
  return {
    token: () => token,
    /** How the last session of this page ended; `null` when there was none. */
    ending: () => ending,
    start(next: string) {
      token = next
      ending = null
      storage.setItem(tokenKey, next)
      storage.setItem(usedKey, String(nowMs()))
      storage.setItem(aheadKey, String(clockAhead(next, nowMs())))
      tell()
    },
    /** The server took the token just now. */
    noteUse() {
      const now = nowMs()
      if (token !== null && now - lastUse() >= noteUseEveryMs) storage.setItem(usedKey, String(now))
    },
    /** What the server's clock says, also where this device's is wrong: what is held against a moment that it gave. */
    serverNow: () => new Date(nowMs() + ahead()),
    /** When the session ends by itself, in ms since 1970: its token runs out, or nobody has used it for too long. */
    endsAt(): number | null {
      if (token === null) return null
      const expiry = expiryOf(token) * 1000 - ahead()
      // The server notes a use once a minute, so it may count from a little earlier than this page.
      return lastUse() === 0 ? expiry : Math.min(expiry, lastUse() + idleMs - 60_000)
    },
    /** Whose session ran out on this page, so that they need not type it again; '' where nobody's did. */
    expiredEmail: () => (ending === 'expired' ? expiredEmail : ''),
    /** Ends the session that `used` belongs to; a newer one, started meanwhile, stays. Answers whether it ended one. */
    end(why: Ending, used: string | null = token): boolean {
      if (token === null || used !== token) return false
      if (why === 'expired') expiredEmail = emailIn(token)
      token = null
      ending = why
      forget()
      tell()
      return true
    },
    /** Another tab signed in or out. */
    reread() {
      const next = storage.getItem(tokenKey)
      if (next === token) return
      token = next
      ending = next ? null : 'logout'
      tell()
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
  // A page that the back button brings back as it was has missed what happened meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) session.reread()
  })
}
