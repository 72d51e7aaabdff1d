import type { KeyStorage } from './storage.ts'

export function memoryStorage(start: Record<string, string> = {}): KeyStorage & { all: () => Record<string, string> } {
  const stored = new Map(Object.entries(start))
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    all: () => Object.fromEntries(stored),
  }
}

export const tokenWith = (payload: unknown): string => {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const text = btoa(String.fromCharCode(...bytes))
  return `e30.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`
}

const user = { id: 1, email: 'zoe@riverbend.example', name: 'Zoë Brandt', globalPermission: null }

/** `exp`: seconds since 1970. */
export const tokenExpiring = (exp: number): string => tokenWith({ exp, sub: '1', user })

const farFuture = 4_000_000_000

export const tokenFor = (number: number): string => tokenExpiring(farFuture + number)
