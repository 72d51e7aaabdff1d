import { z } from 'zod'
import { type Db, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'

const changesUntilRow = z.object({ changes_until: z.date() })

/** Null if the session is read-only or the time is over. */
export async function findChangesUntil(
  db: Db,
  { organizationId }: Tenant,
  sessionId: string,
  now: Date,
): Promise<Date | null> {
  return sql(changesUntilRow)`
    SELECT changes_until FROM super_visits
    WHERE organization_id = ${organizationId} AND session_id = ${sessionId} AND changes_until > ${now}`.value(
    db,
    'changes_until',
  )
}

const erasedRow = z.object({ is_erased: z.boolean() })

export async function isErased(db: Db, { organizationId }: Tenant): Promise<boolean> {
  return sql(erasedRow)`
    SELECT erased_at IS NOT NULL AS is_erased FROM organizations WHERE id = ${organizationId}`.value(
    db,
    'is_erased',
    true,
  )
}

export async function canChange(platform: Platform, caller: Caller, tenant: Tenant): Promise<boolean> {
  const until = await inTenant(readOnly(platform.database), tenant, (db) =>
    findChangesUntil(db, tenant, caller.sessionId, platform.clock()),
  )
  return until !== null
}

export async function setChangesUntil(
  db: Db,
  { organizationId }: Tenant,
  sessionId: string,
  { now, until }: { readonly now: Date; readonly until: Date | null },
): Promise<void> {
  await sql`
    INSERT INTO super_visits (organization_id, session_id, at, changes_until)
    VALUES (${organizationId}, ${sessionId}, ${now}, ${until})
    ON CONFLICT (organization_id, session_id) DO UPDATE SET changes_until = excluded.changes_until`.execute(db)
}
