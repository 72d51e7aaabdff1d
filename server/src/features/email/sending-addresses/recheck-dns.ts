import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { checkDns } from './check-dns.ts'
import { listCheckedBefore, recordDnsCheck } from './sending-addresses.queries.ts'

const lookAgainAfterMs = 12 * 3_600_000
const atOnce = 20

/** An unanswered query changes nothing. Returns whether there may be more addresses. */
export async function recheckDns(platform: Platform): Promise<boolean> {
  const now = platform.clock()
  const due = await acrossOrganizations(
    platform.database,
    (db) => listCheckedBefore(db, new Date(now.getTime() - lookAgainAfterMs), atOnce),
    { readOnly: true },
  )
  for (const own of due) {
    const look = await checkDns(platform.config, own)
    await acrossOrganizations(platform.database, (db) => recordDnsCheck(db, { ...own, ...look, now }))
    if (look.isUsed === false && own.isUsed)
      platform.log.warn({ organization: own.organizationId, address: own.address }, 'sending address not used any more')
  }
  return due.length === atOnce
}

export const runDnsRechecks = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({ name: 'DNS lines', everyMs: 10 * 60_000, work: () => recheckDns(platform), log: platform.log })
