import { z } from 'zod'
import type { KeyStorage } from '../../../api/storage.ts'

/** Stored on this device until it reaches the server. */

const key = 'twofold.setup-finished'
const stored = z.array(z.object({ who: z.number(), organization: z.number() })).max(50)
type Finished = z.infer<typeof stored>[number]

const isSame = (a: Finished, b: Finished): boolean => a.who === b.who && a.organization === b.organization

function listIn(storage: KeyStorage): Finished[] {
  try {
    return stored.parse(JSON.parse(storage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}

export const hasPendingSetup = (storage: KeyStorage, finished: Finished): boolean =>
  listIn(storage).some((one) => isSame(one, finished))

export function setPendingSetup(storage: KeyStorage, finished: Finished, isWanted: boolean): void {
  const others = listIn(storage).filter((one) => !isSame(one, finished))
  const next = isWanted ? [...others, finished] : others
  if (next.length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(next))
}
