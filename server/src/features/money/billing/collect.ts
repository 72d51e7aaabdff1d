import { runEvery } from '../../../platform/jobs/run-every.ts'
import { isOutgoingHeld } from '../../../platform/outgoing/hold-outgoing.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { issueDue } from './issue-invoices.ts'
import type { Providers } from './providers.ts'

const pollMs = 10 * 60_000

/**
 * Months that are over become invoices, and what the provider is to collect is handed to it in the same round; once a day it is held
 * against what the provider has.
 */
export const runBilling = (platform: Platform, providers: Pick<Providers, 'collect'>): { stop: () => Promise<void> } =>
  runEvery({
    name: 'issuing and collecting invoices',
    everyMs: pollMs,
    work: billingRounds(platform, providers),
    log: platform.log,
  })

/** What is issued and what is collected fail each by itself, and both go on. */
export function billingRounds(
  platform: Platform,
  { collect }: Pick<Providers, 'collect'>,
  issuedAtOnce?: number,
): (signal: AbortSignal) => Promise<boolean> {
  let after = 0
  const unless = (what: string) => (error: Error) => {
    platform.log.error({ problem: error.message }, what)
    return null
  }
  return async (signal) => {
    const next = await issueDue(platform, after, issuedAtOnce).catch(unless('issuing invoices'))
    after = next ?? 0
    // A restored database would charge what was charged already.
    if (await isOutgoingHeld(platform.database).catch(() => true)) return next !== null
    await collect(signal).catch(unless('collecting invoices'))
    return next !== null
  }
}
