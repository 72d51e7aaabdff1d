import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import { issueDue, issuedAtOnce } from './issue-invoices.ts'
import type { Providers } from './providers.ts'

const pollMs = 10 * 60_000

/**
 * Months that are over become invoices, and what the provider is to collect is handed to it in the same round; once a day it is held
 * against what the provider has.
 */
export const runBilling = (platform: Platform, { collect }: Pick<Providers, 'collect'>): { stop: () => Promise<void> } =>
  runEvery({
    name: 'issuing and collecting invoices',
    everyMs: pollMs,
    work: async (signal) => {
      const hasMore = (await issueDue(platform)) >= issuedAtOnce
      await collect(signal)
      return hasMore
    },
    log: platform.log,
  })
