import { runEvery } from '../../../platform/jobs/run-every.ts'
import { isOutgoingHeld } from '../../../platform/outgoing/hold-outgoing.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { issueDueInvoices } from './issue-invoices.ts'
import type { Providers } from './providers.ts'

const pollMs = 10 * 60_000

/** Issues and collects invoices; reconciles with the provider once a day. */
export const runBilling = (platform: Platform, providers: Pick<Providers, 'collect'>): { stop: () => Promise<void> } =>
  runEvery({
    name: 'issuing and collecting invoices',
    everyMs: pollMs,
    work: createBillingRound(platform, providers),
    log: platform.log,
  })

/** A failure of one does not stop the other. */
export function createBillingRound(
  platform: Platform,
  { collect }: Pick<Providers, 'collect'>,
  batchSize?: number,
): (signal: AbortSignal) => Promise<boolean> {
  let after = 0
  const logError = (operation: string) => (error: Error) => {
    platform.log.error({ problem: error.message }, operation)
    return null
  }
  return async (signal) => {
    const nextAfter = await issueDueInvoices(platform, after, batchSize).catch(logError('issuing invoices'))
    after = nextAfter ?? 0
    // A restored database would repeat charges.
    if (await isOutgoingHeld(platform.database).catch(() => true)) return nextAfter !== null
    await collect(signal).catch(logError('collecting invoices'))
    return nextAfter !== null
  }
}
