import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { checkDns } from './check-dns.ts'
import { listCheckedBefore, recordDnsCheck } from './sending-addresses.queries.ts'

const recheckAfterMs = 12 * 3_600_000
const batchSize = 20

/** An unanswered query changes nothing. Returns whether there may be more addresses. */
export async function recheckDns(platform: Platform): Promise<boolean> {
  const now = platform.clock()
  const dueAddresses = await acrossOrganizations(readOnly(platform.database), (db) =>
    listCheckedBefore(db, new Date(now.getTime() - recheckAfterMs), batchSize),
  )
  for (const address of dueAddresses) {
    const result = await checkDns(platform.config, address)
    await acrossOrganizations(platform.database, (db) => recordDnsCheck(db, { ...address, ...result, now }))
    if (result.isUsed === false && address.isUsed)
      platform.log.warn(
        { organization: address.organizationId, address: address.address },
        'sending address not used any more',
      )
  }
  return dueAddresses.length === batchSize
}

export const runDnsRechecks = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({ name: 'DNS lines', everyMs: 10 * 60_000, work: () => recheckDns(platform), log: platform.log })
