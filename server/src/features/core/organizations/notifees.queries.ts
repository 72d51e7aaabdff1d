import { notifees } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

export async function listNotifees(db: Db, organizationId: number): Promise<notifees.Notifee[]> {
  return sql(notifees.notifee)`
    SELECT id, email FROM notifees WHERE organization_id = ${organizationId} ORDER BY id LIMIT 100`.rows(db)
}

export async function insertNotifee(
  db: Db,
  organizationId: number,
  { email, key, now }: { readonly email: string; readonly key: string; readonly now: Date },
): Promise<number> {
  return sql(idRow)`
    INSERT INTO notifees (organization_id, email, email_key, created_at)
    VALUES (${organizationId}, ${email}, ${key}, ${now}) RETURNING id`.value(db, 'id', 0)
}

export async function deleteRefusal(db: Db, organizationId: number, key: string): Promise<void> {
  await sql`DELETE FROM digest_refusals WHERE organization_id = ${organizationId} AND email_key = ${key}`.execute(db)
}

const deletedRow = z.object({ email: z.string() })

export async function deleteNotifee(db: Db, organizationId: number, id: number): Promise<{ email: string } | null> {
  return sql(deletedRow)`
    DELETE FROM notifees WHERE organization_id = ${organizationId} AND id = ${id} RETURNING email`.first(db)
}

const recipientRow = z.object({ email: z.string(), email_key: z.string() })

/** SQL: `o` is an organization row. Unsubscribed addresses are excluded. */
export const recipientsOf = (o: Sql) => sql(recipientRow)`
  SELECT given.email, given.email_key FROM (
    SELECT n.email, n.email_key FROM notifees n WHERE n.organization_id = ${o}.id
    UNION ALL
    SELECT ${o}.contact_email, lower(normalize(btrim(${o}.contact_email))) WHERE btrim(${o}.contact_email) <> '') given
  WHERE NOT EXISTS (SELECT FROM digest_refusals f WHERE f.organization_id = ${o}.id AND f.email_key = given.email_key)`
