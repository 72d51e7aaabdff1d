import { type KeyStorage, safeStorage } from '../api/storage.ts'

/** Which organization this tab works in, and which ones a super user opened lately. */

const chosenKey = 'twofold.organization'
const recentKey = 'twofold.organizations'
const recentAtMost = 20

/** Where an organization is searched for, at the top of every screen. */
export const organizationSearchId = 'organization-search'

export type Named = { readonly id: number; readonly name: string }

/**
 * `tab` is this tab's own memory and wins, so that two tabs may work in two organizations; `shared` is what a new tab
 * starts with.
 */
export function createOrganizationStore(tab: KeyStorage, shared: KeyStorage) {
  const listeners = new Set<() => void>()
  let chosen = idIn(tab.getItem(chosenKey)) ?? idIn(shared.getItem(chosenKey))
  let recent = namedIn(shared.getItem(recentKey))
  // Made once for each change: whoever listens compares what they are given.
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
    /** The newest first; of two with one name each says its id, too. */
    recent: () => told,
    /** The newest first, each once. */
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
