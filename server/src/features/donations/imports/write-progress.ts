import type { imports } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { advanceImport } from './write-import.queries.ts'

type Step = { readonly phase: imports.ImportPhase; readonly done: number }

/**
 * Separate transactions, visible before the commit. Only the latest step, one at a time, without delaying the import.
 */
export function createProgressWriter(platform: Platform, tenant: Tenant, importId: number) {
  let next: Step | null = null
  let writing: Promise<void> | null = null
  const write = async (): Promise<void> => {
    for (let step = next; step; step = next) {
      next = null
      const now = step
      await inTenant(platform.database.auxiliary, tenant, (db) => advanceImport(db, tenant, importId, now))
    }
  }
  return {
    report: (phase: imports.ImportPhase, done: number): void => {
      next = { phase, done }
      writing ??= write()
        .catch((error: Error) => platform.log.warn({ problem: error.message, importId }, 'progress was not written'))
        .finally(() => {
          writing = null
        })
    },
    settled: async (): Promise<void> => {
      next = null
      await writing
    },
  }
}
