import { sql } from 'kysely'
import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'

/** Gifts that came before the setup was complete wait with status 17; its completion has the rules look at them again. */

export const setupQueue = 'setup-completed'

const waitingStatus = 17
/** Judged and written in about a second, so that an upload of the same organization never waits long. */
const atOnce = 1000

const jobData = z.object({ organizationId: z.number() })

export type SetupWorker = {
  readonly platform: Platform
  /** Handed in by the composition root: gifts know organizations, and not the other way round. */
  readonly judgeAgain: (db: Db, tenant: Tenant, donationIds: readonly number[]) => Promise<number>
}

/** Starts to take up completed setups. May judge a gift twice after a crash, which changes nothing. */
export async function startSetupWorker(worker: SetupWorker): Promise<{ stop: () => Promise<void> }> {
  await worker.platform.jobs.work(setupQueue, (data, signal) => judgeWaiting(worker, data, signal))
  return { stop: async () => {} } // the queue itself is stopped with the platform
}

export async function judgeWaiting(
  { platform, judgeAgain }: SetupWorker,
  data: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId } = jobData.parse(data)
  // A complete parent is enough for its chapters.
  const family = await acrossOrganizations(platform.database, (db) => listFamilyIds(db, organizationId), {
    readOnly: true,
  })
  if (family.length === 0) return
  const tenant = grantTenant(organizationId, family)
  let after = 0
  while (!signal.aborted) {
    const ids = await inTenant(
      platform.database,
      tenant,
      async (db) => {
        const waiting = await listWaiting(db, tenant, after)
        if (waiting.length > 0) await judgeAgain(db, tenant, waiting)
        return waiting
      },
      { timeoutMs: 60_000 },
    )
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
  throw new Error('stopped in the middle; the rest is judged when the job runs again')
}

async function listFamilyIds(db: Db, organizationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM organizations WHERE id = ${organizationId} OR parent_id = ${organizationId} ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

async function listWaiting(db: Db, tenant: Tenant, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM donations
    WHERE organization_id = ANY (${[...tenant.family]}::bigint[]) AND status_id = ${waitingStatus} AND counted
      AND id > ${after}
    ORDER BY id LIMIT ${atOnce}`.execute(db)
  return rows.map(({ id }) => id)
}
