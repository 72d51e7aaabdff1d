import { z } from 'zod'
import type { KeyStorage } from '../../../api/storage.ts'

/** Stored on this device until it reaches the server. */

const key = 'twofold.setup-finished'
const stored = z.array(z.object({ who: z.number(), organization: z.number() })).max(50)
type FinishedSetup = z.infer<typeof stored>[number]

const isSame = (a: FinishedSetup, b: FinishedSetup): boolean => a.who === b.who && a.organization === b.organization

function listIn(storage: KeyStorage): FinishedSetup[] {
  try {
    return stored.parse(JSON.parse(storage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

export const hasPendingSetup = (storage: KeyStorage, finished: FinishedSetup): boolean =>
  listIn(storage).some((entry) => isSame(entry, finished))

export function setPendingSetup(storage: KeyStorage, finished: FinishedSetup, isPending: boolean): void {
  const others = listIn(storage).filter((entry) => !isSame(entry, finished))
  const next = isPending ? [...others, finished] : others
  if (next.length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(next))
}
