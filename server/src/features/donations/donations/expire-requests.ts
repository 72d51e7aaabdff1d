import { publicMatch } from '@twofold/contract'
import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { runEvery, type Worker } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { deleteMatches, lockFamilyForEvaluation } from '../../matches/matches/index.ts'
import { deleteOrphanedDonors } from './change.queries.ts'
import { listExpiredRequests, listOrganizationsWithExpired } from './expired-requests.queries.ts'

/** Limit for each organization and round. */
const atOnce = 500

/**
 * Deletes requests from public pages that nobody confirmed, and their donors if nothing else of them is stored. Returns
 * whether there may be more. Several nodes may run it at the same time.
 */
export async function expireRequests(platform: Platform): Promise<boolean> {
  const now = platform.clock()
  const before = new Date(now.getTime() - publicMatch.unconfirmedDays * 86_400_000)
  const organizationIds = await acrossOrganizations(
    platform.database,
    (db) => listOrganizationsWithExpired(db, before),
    { readOnly: true },
  )
  let hasMore = false
  for (const organizationId of organizationIds) {
    const tenant = grantTenant(organizationId, [organizationId])
    await inTenant(platform.database, tenant, async (db) => {
      // A request may be confirmed at the same time.
      await lockFamilyForEvaluation(db, tenant.family)
      const expired = await listExpiredRequests(db, organizationId, { before, atMost: atOnce })
      if (expired.length === 0) return
      await deleteMatches(
        db,
        { platform, tenant },
        expired.map(({ id }) => id),
      )
      await deleteOrphanedDonors(db, tenant.family, { donorIds: expired.map(({ donor_id }) => donor_id) })
      await writeAudit(
        db,
        { platform, request: { ip: '', id: '' } },
        { organizationId, action: 'expired', subject: 'donation', after: { matches: expired.length } },
      )
      hasMore ||= expired.length === atOnce
    })
  }
  return hasMore
}

export const runRequestExpiry = (platform: Platform): Worker =>
  runEvery({
    name: 'deleting unconfirmed requests',
    everyMs: 24 * 60 * 60_000,
    work: () => expireRequests(platform),
    log: platform.log,
  })
