import { apiKeys } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { maskedKey } from '../../../platform/security/api-key-text.ts'

const keyRow = apiKeys.apiKey
  .omit({ key: true, last_used_at: true })
  .extend({ key_end: z.string(), last_used_at: z.date().nullable() })

export async function listKeys(db: Db, organizationId: number): Promise<apiKeys.ApiKey[]> {
  const rows = await sql(keyRow)`
    SELECT id, name, key_end, last_used_at, last_ip_address FROM api_keys
    WHERE organization_id = ${organizationId} ORDER BY id LIMIT 100`.rows(db)
  return rows.map(({ key_end, last_used_at, ...row }) => ({
    ...row,
    key: maskedKey(organizationId, key_end),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

type NewKey = {
  readonly organizationId: number
  readonly name: string
  readonly hash: Buffer
  readonly sealed: string
  readonly end: string
  readonly creatorId: number
  readonly now: Date
}

/** Returns null when the organization has reached its limit. A lock per organization serializes concurrent calls. */
export async function insertKey(db: Db, key: NewKey, limit: number): Promise<number | null> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api keys ${key.organizationId}`}, 0))`.execute(db)
  return sql(idRow)`
    INSERT INTO api_keys (organization_id, name, key_hash, key_sealed, key_end, creator_id, created_at)
    SELECT ${key.organizationId}, ${key.name}, ${key.hash}, ${key.sealed}, ${key.end}, ${key.creatorId}, ${key.now}
    WHERE (SELECT count(*) FROM api_keys WHERE organization_id = ${key.organizationId}) < ${limit}
    RETURNING id`.value(db, 'id')
}

const lockedKey = z.object({ name: z.string(), sealed: z.string() })

export async function findKeyForUpdate(
  db: Db,
  organizationId: number,
  id: number,
): Promise<{ name: string; sealed: string } | null> {
  return sql(lockedKey)`
    SELECT name, key_sealed AS sealed FROM api_keys WHERE organization_id = ${organizationId} AND id = ${id}
    FOR UPDATE`.first(db)
}

export async function updateKeyName(db: Db, organizationId: number, id: number, name: string): Promise<void> {
  await sql`UPDATE api_keys SET name = ${name} WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function deleteKey(db: Db, organizationId: number, id: number): Promise<void> {
  await sql`DELETE FROM api_keys WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

const foundKey = z.object({
  id: z.int(),
  chapters: z.array(z.int()),
  level: z.enum(['read', 'write']),
  userId: z.int(),
  email: z.string(),
  name: z.string(),
})

const chaptersOf = sql`
  coalesce((SELECT json_agg(c.id) FROM organizations c WHERE c.parent_id = k.organization_id), '[]')`

/** `write`, or `read` if the owner is limited to it. No row if the owner has left: actions would carry that person's name. */
const levelOfOwner = sql`
  SELECT CASE WHEN u.global_permission = 'super' OR m.level <> 'read' THEN 'write' ELSE 'read' END AS level
  FROM organizations o LEFT JOIN members m ON m.organization_id IN (o.id, o.parent_id) AND m.user_id = u.id
  WHERE o.id = k.organization_id AND (m.user_id IS NOT NULL OR u.global_permission = 'super')
  ORDER BY 1 DESC LIMIT 1`

export const keyOfHash = (organizationId: number, hash: Buffer) => sql.prepared(foundKey)`
  SELECT k.id, u.id AS "userId", u.email, u.name,
    ${chaptersOf} AS chapters, owner.level
  FROM api_keys k JOIN users u ON u.id = k.creator_id CROSS JOIN LATERAL (${levelOfOwner}) owner
  WHERE k.organization_id = ${organizationId} AND k.key_hash = ${hash}`

const keyOfIdRow = foundKey.pick({ chapters: true, level: true })

export const keyOfId = (organizationId: number, id: number) => sql.prepared(keyOfIdRow)`
  SELECT ${chaptersOf} AS chapters, owner.level
  FROM api_keys k JOIN users u ON u.id = k.creator_id CROSS JOIN LATERAL (${levelOfOwner}) owner
  WHERE k.organization_id = ${organizationId} AND k.id = ${id}`

const maxNetworks = 50

/** The first network of a key is not new. Uses from several networks may arrive out of order. */
export async function updateKeyUse(
  db: Db,
  key: { readonly organizationId: number; readonly id: number },
  use: { readonly at: Date; readonly address: string; readonly network: string },
): Promise<void> {
  const isKnown = sql`${use.network} = ANY (networks)`
  await sql`
    UPDATE api_keys SET last_used_at = greatest(last_used_at, ${use.at}),
      last_ip_address = CASE WHEN last_used_at > ${use.at} THEN last_ip_address ELSE ${use.address} END,
      new_network_at = CASE WHEN ${isKnown} OR networks = '{}' THEN new_network_at ELSE ${use.at} END,
      networks = CASE WHEN ${isKnown} THEN networks
        ELSE (networks || ${use.network}::text)[cardinality(networks) + 2 - ${maxNetworks}:] END
    WHERE organization_id = ${key.organizationId} AND id = ${key.id}`.execute(db)
}
