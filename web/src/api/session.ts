import { type KeyStorage, safeStorage } from './storage.ts'
import { isExpired } from './token.ts'

const tokenKey = 'twofold.token'

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
  if (token && isExpired(token, nowMs())) {
    token = null
    storage.removeItem(tokenKey)
  }
  return {
    token: () => token,
    /** How the last session of this page ended; `null` when there was none. */
    ending: () => ending,
    start(next: string) {
      token = next
      ending = null
      storage.setItem(tokenKey, next)
      tell()
    },
    /** Ends the session that `used` belongs to; a newer one, started meanwhile, stays. Answers whether it ended one. */
    end(why: Ending, used: string | null = token): boolean {
      if (token === null || used !== token) return false
      token = null
      ending = why
      storage.removeItem(tokenKey)
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
}
