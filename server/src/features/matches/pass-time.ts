import { askingStatusIds, toldStatusIds } from '@twofold/matching'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { runEvery } from '../../platform/jobs/run-every.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import { evaluateAgain } from './evaluate-again.ts'
import { moveMatches } from './move-matches.ts'

/** Days after the gift, where no deadline is known, and after the last mail, until no answer counts as one. */
const daysUntilNoResponse = 60
const daysAfterLastMail = 14
const atOnce = 500

type Due = { organization_id: number; id: number; what: 'expire' | 'look_again' }

/**
 * Does what time alone brings: closes matches whose deadline has passed or whose donor never answered, and looks again at
 * series that have waited long enough. Answers how many matches it took up. Any number of nodes may run it.
 */
export async function passTime(platform: Platform, directory: Directory): Promise<number> {
  const now = platform.clock()
  const due = await acrossOrganizations(platform.database, (db) => listDue(db, now), { readOnly: true })
  for (const [organizationId, matches] of Map.groupBy(due, (match) => match.organization_id)) {
    const tenant = grantTenant(organizationId, [organizationId])
    const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } as const }
    const idsOf = (what: Due['what']): number[] => matches.filter((match) => match.what === what).map(({ id }) => id)
    await inTenant(platform.database, tenant, async (db) => {
      await evaluateAgain(db, context, idsOf('look_again'))
      await moveMatches(db, context, { donationIds: idsOf('expire'), action: 'expire', whereAllowed: true })
    })
  }
  return due.length
}

/** Crosses organizations. Each part walks an index of its own that holds nothing else. */
async function listDue(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    (SELECT organization_id, id, 'expire' AS what FROM donations
      WHERE counted AND NOT inert AND status_id = ANY (${[...askingStatusIds]}::int[]) AND deadline_at < ${now}
      ORDER BY deadline_at LIMIT ${atOnce})
    UNION ALL
    (SELECT d.organization_id, d.id, 'expire' FROM donations d
      WHERE d.counted AND NOT d.inert AND d.deadline_at IS NULL AND d.status_id = ANY (${[...toldStatusIds]}::int[])
        AND d.donated_at < ${now}::timestamptz AT TIME ZONE 'UTC' - make_interval(days => ${daysUntilNoResponse})
        AND NOT EXISTS (SELECT FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
          AND (n.first_click IS NOT NULL OR n.state IN ('queued', 'sending')
            OR n.sent_at > ${now}::timestamptz - make_interval(days => ${daysAfterLastMail})))
      ORDER BY d.donated_at LIMIT ${atOnce})
    UNION ALL
    (SELECT organization_id, id, 'look_again' FROM donations WHERE counted AND look_again_at < ${now}
      ORDER BY look_again_at LIMIT ${atOnce})`.execute(db)
  return rows
}

/** Looks once a minute, and at once again while there is more. */
export const runPassingTime = (platform: Platform, directory: Directory): { stop: () => Promise<void> } =>
  runEvery({
    name: 'passing time',
    everyMs: 60_000,
    work: async () => (await passTime(platform, directory)) >= atOnce,
    log: platform.log,
  })
