import { sql } from 'kysely'
import { z } from 'zod'
import { acrossOrganizations, inTenant, type Tenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'

const ticketSeconds = 60

export type Ticket = { readonly organizationId: number; readonly user: Caller['user']; readonly parameters: unknown }

/**
 * A text for the address of a download, which a browser follows without a bearer token: good once, for a minute, for this
 * purpose. What may be fetched is fixed now, not in the address.
 */
export async function issueTicket(
  platform: Platform,
  tenant: Tenant,
  given: { readonly userId: number; readonly purpose: string; readonly parameters: object },
): Promise<string> {
  const token = randomToken()
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
  await inTenant(platform.database, tenant, async (db) => {
    await sql`DELETE FROM tickets WHERE organization_id = ${tenant.organizationId} AND expires_at < ${now}`.execute(db)
    await sql`
      INSERT INTO tickets (organization_id, token_hash, user_id, purpose, parameters, expires_at)
      VALUES (${tenant.organizationId}, ${digestOf(token)}, ${given.userId}, ${given.purpose},
        ${JSON.stringify(given.parameters)}, ${expiresAt})`.execute(db)
  })
  return `${tenant.organizationId}.${token}`
}

const ticketText = z
  .string()
  .regex(/^\d{1,15}\.[\w-]{43}$/)
  .transform((text) => {
    const dot = text.indexOf('.')
    return { organizationId: Number(text.slice(0, dot)), token: text.slice(dot + 1) }
  })

const spent = (): Refusal =>
  new Refusal('gone', 'This link has been used or has expired. Please go back and ask for the download again.')

/** Uses up a ticket; of many attempts at once one succeeds. Whether its user may still come in is the caller's question. */
export async function redeemTicket(
  platform: Platform,
  purpose: string,
  text: string,
  presenter: Caller | null,
): Promise<Ticket> {
  const parsed = ticketText.safeParse(text)
  if (!parsed.success) throw spent()
  const { organizationId, token } = parsed.data
  const redeemed = await acrossOrganizations(platform.database, async (db) => {
    const { rows } = await sql<Caller['user'] & { parameters: unknown }>`
      UPDATE tickets t SET used_at = ${platform.clock()} FROM users u
      WHERE t.organization_id = ${organizationId} AND t.token_hash = ${digestOf(token)} AND t.purpose = ${purpose}
        AND t.used_at IS NULL AND t.expires_at > ${platform.clock()} AND u.id = t.user_id
        AND (${presenter?.user.id ?? null}::bigint IS NULL OR u.id = ${presenter?.user.id ?? null}::bigint)
      RETURNING u.id, u.email, u.name, u.global_permission AS "globalPermission", t.parameters`.execute(db)
    return rows[0]
  })
  if (!redeemed) throw spent()
  const { parameters, ...user } = redeemed
  return { organizationId, user, parameters }
}
