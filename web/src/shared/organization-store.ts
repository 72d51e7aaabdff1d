import { type KeyStorage, safeStorage } from '../api/storage.ts'

const chosenKey = 'twofold.organization'
const recentKey = 'twofold.organizations'
const maxRecent = 20

export const organizationSearchId = 'organization-search'

export type NamedOrganization = { readonly id: number; readonly name: string }

/** `tab` wins over `shared`, so that two tabs can use two organizations. A new tab starts with `shared`. */
export function createOrganizationStore(tab: KeyStorage, shared: KeyStorage) {
  const listeners = new Set<() => void>()
  let chosen = idIn(tab.getItem(chosenKey)) ?? idIn(shared.getItem(chosenKey))
  let recent = parseRecent(shared.getItem(recentKey))
  // Computed once per change: subscribers compare by identity.
  let labeled = withUniqueNames(recent)
  const setRecent = (list: readonly NamedOrganization[]) => {
    recent = list
    labeled = withUniqueNames(list)
  }
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    chosen: () => chosen,
    choose(id: number) {
      chosen = id
      tab.setItem(chosenKey, String(id))
      shared.setItem(chosenKey, String(id))
      notify()
    },
    /** Newest first. Entries with the same name include their ids. */
    recent: () => labeled,
    remember({ id, name }: NamedOrganization) {
      const first = recent[0]
      if (first?.id === id && first.name === name) return
      setRecent([{ id, name }, ...recent.filter((organization) => organization.id !== id)].slice(0, maxRecent))
      shared.setItem(recentKey, JSON.stringify(recent))
      notify()
    },
    clear() {
      chosen = null
      setRecent([])
      tab.removeItem(chosenKey)
      shared.removeItem(chosenKey)
      shared.removeItem(recentKey)
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

const withUniqueNames = (list: readonly NamedOrganization[]): readonly NamedOrganization[] =>
  list.map(({ id, name }) => ({
    id,
    name: list.some((other) => other.id !== id && other.name === name) ? `${name} (organization ${id})` : name,
  }))

function idIn(text: string | null): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function parseRecent(text: string | null): readonly NamedOrganization[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isNamedOrganization) : []
  } catch {
    return []
  }
}

const isNamedOrganization = (value: unknown): value is NamedOrganization =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'name' in value &&
  typeof value.name === 'string'

export const organizationStore = createOrganizationStore(safeStorage('sessionStorage'), safeStorage('localStorage'))
