import type { RouteDefinition } from '@twofold/contract'
import { type KeyStorage, safeStorage } from '../../api/storage.ts'

const key = 'twofold.support'

/** Support looks first: changes in somebody's organization are allowed by one press, for this tab and this organization. */
export function createSupportMode(storage: KeyStorage) {
  let allowed = Number(storage.getItem(key)) || null
  const listeners = new Set<() => void>()
  const become = (next: number | null) => {
    allowed = next
    if (next === null) storage.removeItem(key)
    else storage.setItem(key, String(next))
    for (const listener of listeners) listener()
  }
  return {
    /** The organization in which changes are allowed. */
    allowedIn: () => allowed,
    allow: (organizationId: number) => become(organizationId),
    onlyLook: () => become(null),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const onlyLooking = 'You are only looking. Press “Allow changes” in the red banner first.'

/** Whether a call changes something of an organization. */
export const changesOrganization = ({ method, within }: RouteDefinition): boolean =>
  method !== 'GET' && within !== undefined

export const supportMode = createSupportMode(safeStorage('sessionStorage'))
