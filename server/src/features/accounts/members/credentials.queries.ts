import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Includes chapters that the member accesses only through the organization. */

type Membership = { readonly organizationId: number; readonly userId: number }

const organizationColumns = { organization_id: z.int(), organization: z.string() }
const keyRow = z.object({ id: z.int(), name: z.string(), last_used_at: z.date().nullable(), ...organizationColumns })
const webhookRow = z.object({ id: z.int(), url: z.string(), ...organizationColumns })

export type Credentials = {
  readonly keys: readonly z.infer<typeof keyRow>[]
  readonly hooks: readonly z.infer<typeof webhookRow>[]
}

const organizationsLeft = ({ organizationId, userId }: Membership) => sql`
  (o.id = ${organizationId} OR (o.parent_id = ${organizationId} AND NOT EXISTS (
    SELECT FROM members m WHERE m.organization_id = o.id AND m.user_id = ${userId})))`

export async function lockCredentials(db: Db, member: Membership): Promise<Credentials> {
  const keys = await sql(keyRow)`
    SELECT k.id, k.name, k.last_used_at, o.id AS organization_id, o.name AS organization
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.creator_id = ${member.userId} AND ${organizationsLeft(member)}
    ORDER BY o.parent_id IS NOT NULL, o.name, k.id FOR UPDATE OF k`.rows(db)
  const hooks = await sql(webhookRow)`
    SELECT w.id, w.url, o.id AS organization_id, o.name AS organization
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id
    WHERE w.creator_id = ${member.userId} AND ${organizationsLeft(member)}
    ORDER BY o.parent_id IS NOT NULL, o.name, w.id FOR UPDATE OF w`.rows(db)
  return { keys, hooks }
}

const idsIn = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)
const organizationIdsOf = (rows: readonly { readonly organization_id: number }[]): number[] =>
  rows.map(({ organization_id }) => organization_id)

export async function revokeCredentials(db: Db, { keys, hooks }: Credentials): Promise<void> {
  await sql`
    DELETE FROM api_keys WHERE organization_id = ANY (${organizationIdsOf(keys)}::bigint[])
      AND id = ANY (${idsIn(keys)}::bigint[])`.execute(db)
  await sql`
    DELETE FROM webhooks WHERE organization_id = ANY (${organizationIdsOf(hooks)}::bigint[])
      AND id = ANY (${idsIn(hooks)}::bigint[])`.execute(db)
}

/** Also transfers downloads that a key requested recently. */
export async function transferCredentials(
  db: Db,
  { keys, hooks }: Credentials,
  { from, userId }: { readonly from: number; readonly userId: number },
): Promise<void> {
  await sql`
    UPDATE api_keys SET creator_id = ${userId} WHERE organization_id = ANY (${organizationIdsOf(keys)}::bigint[])
      AND id = ANY (${idsIn(keys)}::bigint[])`.execute(db)
  await sql`
    UPDATE links SET user_id = ${userId} WHERE user_id = ${from} AND organization_id <> 0
      AND (detail -> 'key' ->> 'organizationId')::bigint = ANY (${organizationIdsOf(keys)}::bigint[])
      AND (detail -> 'key' ->> 'id')::bigint = ANY (${idsIn(keys)}::bigint[])`.execute(db)
  await sql`
    UPDATE webhooks SET creator_id = ${userId} WHERE organization_id = ANY (${organizationIdsOf(hooks)}::bigint[])
      AND id = ANY (${idsIn(hooks)}::bigint[])`.execute(db)
}
