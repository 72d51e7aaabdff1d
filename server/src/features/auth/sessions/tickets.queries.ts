import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Caller } from '../../../platform/http/serve.ts'

type NewTicket = {
  readonly organizationId: number
  readonly tokenHash: Buffer
  readonly userId: number
  readonly key: Pick<NonNullable<Caller['apiKey']>, 'organizationId' | 'id'> | null
  readonly purpose: string
  readonly parameters: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Keeps a ticket, and forgets those of the organization that were never used. */
export async function insertTicket(db: Db, ticket: NewTicket): Promise<void> {
  const { organizationId, key } = ticket
  await sql`DELETE FROM tickets WHERE organization_id = ${organizationId} AND expires_at < ${ticket.now}`.execute(db)
  await sql`
    INSERT INTO tickets (organization_id, token_hash, user_id, api_key_organization_id, api_key_id, purpose,
      parameters, expires_at)
    VALUES (${organizationId}, ${ticket.tokenHash}, ${ticket.userId}, ${key?.organizationId ?? null}, ${key?.id ?? null},
      ${ticket.purpose}, ${ticket.parameters}, ${ticket.expiresAt})`.execute(db)
}

const redeemedRow = auth.user.extend({
  key: z.object({ id: z.int(), organizationId: z.int(), chapters: z.array(z.int()) }).nullable(),
  parameters: z.unknown(),
})

/** Of many attempts at once one succeeds; with a presenter only theirs. Null: it was used, is too old or another's. */
export async function redeem(
  db: Db,
  ticket: {
    readonly organizationId: number
    readonly tokenHash: Buffer
    readonly purpose: string
    readonly presenter: Caller | null
    readonly now: Date
  },
): Promise<z.infer<typeof redeemedRow> | null> {
  const { presenter, now } = ticket
  const { rows } = await sql(redeemedRow)`
    UPDATE tickets t SET used_at = ${now} FROM users u
    WHERE t.organization_id = ${ticket.organizationId} AND t.token_hash = ${ticket.tokenHash}
      AND t.purpose = ${ticket.purpose} AND t.used_at IS NULL AND t.expires_at > ${now} AND u.id = t.user_id
      AND (${presenter === null}::boolean OR (u.id = ${presenter?.user.id ?? null}::bigint
        AND t.api_key_organization_id IS NOT DISTINCT FROM ${presenter?.apiKey?.organizationId ?? null}::bigint
        AND t.api_key_id IS NOT DISTINCT FROM ${presenter?.apiKey?.id ?? null}::bigint))
    RETURNING u.id, u.email, u.name, u.global_permission AS "globalPermission", t.parameters,
      CASE WHEN t.api_key_id IS NOT NULL THEN json_build_object('id', t.api_key_id,
        'organizationId', t.api_key_organization_id, 'chapters', ARRAY[]::bigint[]) END AS key`.execute(db)
  return rows[0] ?? null
}
