import { publicMatch } from '@twofold/contract'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../platform/database/database.ts'
import { runEvery, type Worker } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { deleteMatches } from '../../matches/matches/index.ts'
import { deleteOrphanedDonors } from '../recording/index.ts'
import { listExpiredRequests, listOrganizationsWithExpired } from './expired-requests.queries.ts'

/** Limit for each organization and round. */
const requestsAtOnce = 500
/** Allows waiting for an upload, which locks its family for some seconds. */
const timeoutMs = 60_000
const jobName = 'deleting unconfirmed requests'

/**
 * Deletes requests from public pages that nobody confirmed, and their donors if nothing else of them is stored. Returns
 * whether there may be more. An organization that fails is logged and tried again in the next round. Several nodes may
 * run it at the same time.
 */
export async function expireRequests(platform: Platform): Promise<boolean> {
  const now = platform.clock()
  const before = new Date(now.getTime() - publicMatch.unconfirmedDays * 86_400_000)
  const organizationIds = await acrossOrganizations(readOnly(platform.database), (db) =>
    listOrganizationsWithExpired(db, before),
  )
  let hasMore = false
  for (const organizationId of organizationIds) {
    const tenant = grantTenant(organizationId, [organizationId])
    const work = (db: Db) => expireIn(db, { platform, tenant }, before)
    try {
      const deleted = await inTenant(platform.database, tenant, work, { timeoutMs })
      hasMore ||= deleted === requestsAtOnce
    } catch (error) {
      platform.log.error({ problem: String(error), organizationId }, jobName)
    }
  }
  return hasMore
}

async function expireIn(
  db: Db,
  { platform, tenant }: { readonly platform: Platform; readonly tenant: Tenant },
  before: Date,
): Promise<number> {
  const { organizationId, family } = tenant
  // A request may be confirmed at the same time.
  await lockFamilyForEvaluation(db, family)
  const expired = await listExpiredRequests(db, organizationId, { before, atMost: requestsAtOnce })
  if (expired.length === 0) return 0
  const ids = expired.map(({ id }) => id)
  await deleteMatches(db, { platform, tenant }, ids)
  await deleteOrphanedDonors(db, family, { donorIds: expired.map(({ donor_id }) => donor_id) })
  const system = { platform, request: { ip: '', id: '' } }
  const after = { matches: ids.length }
  await writeAudit(db, system, { organizationId, action: 'expired', subject: 'donation', after })
  return ids.length
}

export const runRequestExpiry = (platform: Platform): Worker =>
  runEvery({
    name: jobName,
    everyMs: 60 * 60_000,
    work: () => expireRequests(platform),
    log: platform.log,
  })
