import type { KeyStorage } from './storage.ts'

export function memoryStorage(start: Record<string, string> = {}): KeyStorage & { all: () => Record<string, string> } {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    all: () => Object.fromEntries(kept),
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

const farAway = 4_000_000_000

export const tokenFor = (number: number): string => tokenExpiring(farAway + number)
