import { type KeyStorage, safeStorage } from '../api/storage.ts'

const chosenKey = 'twofold.organization'
const recentKey = 'twofold.organizations'
const recentAtMost = 20

export const organizationSearchId = 'organization-search'

export type Named = { readonly id: number; readonly name: string }

/** `tab` wins over `shared`, so that two tabs can use two organizations. A new tab starts with `shared`. */
export function createOrganizationStore(tab: KeyStorage, shared: KeyStorage) {
  const listeners = new Set<() => void>()
  let chosen = idIn(tab.getItem(chosenKey)) ?? idIn(shared.getItem(chosenKey))
  let recent = namedIn(shared.getItem(recentKey))
  // Computed once per change: subscribers compare by identity.
  let told = toldApart(recent)
  const keep = (list: readonly Named[]) => {
    recent = list
    told = toldApart(list)
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    chosen: () => chosen,
    choose(id: number) {
      chosen = id
      tab.setItem(chosenKey, String(id))
      shared.setItem(chosenKey, String(id))
      tell()
    },
    /** Newest first. Entries with the same name include their ids. */
    recent: () => told,
    remember({ id, name }: Named) {
      const first = recent[0]
      if (first?.id === id && first.name === name) return
      keep([{ id, name }, ...recent.filter((one) => one.id !== id)].slice(0, recentAtMost))
      shared.setItem(recentKey, JSON.stringify(recent))
      tell()
    },
    clear() {
      chosen = null
      keep([])
      tab.removeItem(chosenKey)
      shared.removeItem(chosenKey)
      shared.removeItem(recentKey)
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

const toldApart = (list: readonly Named[]): readonly Named[] =>
  list.map(({ id, name }) => ({
    id,
    name: list.some((one) => one.id !== id && one.name === name) ? `${name} (organization ${id})` : name,
  }))

function idIn(text: string | null): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function namedIn(text: string | null): readonly Named[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter(isNamed) : []
  } catch {
    return []
  }
}

const isNamed = (value: unknown): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'name' in value &&
  typeof value.name === 'string'

export const organizationStore = createOrganizationStore(safeStorage('sessionStorage'), safeStorage('localStorage'))
