import { createEmployerIndex, type EmployerIndex } from '@twofold/matching'
import { inProduct } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { getDirectoryVersion, listCompaniesWithProgram, listDirectoryCompanies } from './companies.queries.ts'

type Copy = { readonly version: number; readonly index: EmployerIndex; readonly hasProgram: (companyId: number) => boolean }

/** The company directory in memory, for finding employers. Another node's change is seen within a second. */
export type Directory = { readonly current: () => Promise<Copy> }

const trustMs = 1_000

export function createDirectory(platform: Platform): Directory {
  let copy: Copy | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<Copy> | undefined

  const ask = async (): Promise<Copy> =>
    inProduct(
      platform.database,
      async (db) => {
        const version = await getDirectoryVersion(db)
        if (copy?.version === version) return copy
        const withProgram = new Set(await listCompaniesWithProgram(db))
        const index = createEmployerIndex(await listDirectoryCompanies(db))
        return { version, index, hasProgram: (id) => withProgram.has(id) }
      },
      { readOnly: true },
    )

  return {
    current: async () => {
      const now = performance.now()
      if (copy && now - askedAt < trustMs) return copy
      asking ??= ask().finally(() => {
        asking = undefined
      })
      copy = await asking
      askedAt = now
      return copy
    },
  }
}
