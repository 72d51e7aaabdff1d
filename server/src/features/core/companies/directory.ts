import {
  createEmployerIndex,
  type DirectoryCompany,
  type EmployerIndex,
  type PolicyLevel,
  policyLevel,
} from '@twofold/matching'
import { type Db, readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { dayOf } from '../../../platform/runtime/clock.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { getDirectoryVersion, listDirectoryCompanies, listPoliciesOn } from './companies.queries.ts'

type Copy = {
  readonly version: number
  /** Policies start and end on days. */
  readonly day: string
  readonly index: EmployerIndex
  /** False for programs for directors only. */
  readonly hasProgram: (companyId: number) => boolean
  readonly idsOfLevel: (level: PolicyLevel) => readonly number[]
  readonly nameOf: (companyId: number) => string | undefined
  readonly idsContaining: (text: string) => readonly number[]
}

/** In-memory copy. Changes by another node are visible within a second. */
export type Directory = { readonly current: () => Promise<Copy> }

/** Names and domains that a change adds: gifts that wait for an employer may belong to it. */
export type NewCompanyIdentifiers = { readonly names: readonly string[]; readonly domains: readonly string[] }

const cacheMs = 1_000
const maxCached = 200

export function createDirectory(platform: Platform): Directory {
  let copy: Copy | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<Copy> | undefined

  const loadCopy = async (): Promise<Copy> =>
    withoutTenant(
      readOnly(platform.database.auxiliary), // also called while evaluating a gift, in the middle of a transaction
      async (db) => {
        const version = await getDirectoryVersion(db)
        const today = dayOf(platform.clock())
        if (copy?.version === version && copy.day === today) return copy
        return readCopy(db, version, today)
      },
    )

  return {
    current: async () => {
      const now = performance.now()
      if (copy && now - loadedAt < cacheMs) return copy
      loading ??= loadCopy().finally(() => {
        loading = undefined
      })
      copy = await loading
      loadedAt = now
      return copy
    },
  }
}

/** Includes uncommitted changes, for work that is rolled back. */
export async function directoryInTransaction(db: Db, now: Date): Promise<Directory> {
  const copy = await readCopy(db, await getDirectoryVersion(db), dayOf(now))
  return { current: async () => copy }
}

async function readCopy(db: Db, version: number, today: string): Promise<Copy> {
  const companies = await listDirectoryCompanies(db)
  const ids = companies.map(({ id }) => id)
  const policies = await listPoliciesOn(db, ids, today)
  const levels = Map.groupBy(ids, (id) => policyLevel(policies.get(id) ?? null))
  const withProgram = new Set([...(levels.get('rules') ?? []), ...(levels.get('program') ?? [])])
  const index = createEmployerIndex(companies)
  const names = new Map(
    companies.flatMap(({ id, name, formerIds = [] }) => [id, ...formerIds].map((one) => [one, name] as const)),
  )
  return {
    version,
    day: today,
    index,
    hasProgram: (id) => withProgram.has(id),
    idsOfLevel: (level) => levels.get(level) ?? [],
    nameOf: (id) => names.get(id),
    idsContaining: createNameSearch(companies),
  }
}

function createNameSearch(companies: readonly DirectoryCompany[]): (text: string) => readonly number[] {
  const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const texts = companies.map(({ id, name, aliases }) => ({ id, names: [name, ...aliases].map(plain) }))
  // Cached because paging repeats the same search; scanning all names is expensive.
  const idsByWords = new Map<string, readonly number[]>()
  return (text) => {
    const searchWords = plain(text.trim())
    const known = idsByWords.get(searchWords)
    if (known) return known
    const ids = texts.filter(({ names }) => names.some((name) => name.includes(searchWords))).map(({ id }) => id)
    if (idsByWords.size >= maxCached) idsByWords.clear()
    idsByWords.set(searchWords, ids)
    return ids
  }
}
