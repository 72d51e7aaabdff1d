import { z } from 'zod'
import { acrossOrganizations, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf, randomToken } from '../../../platform/secrets.ts'
import type { SessionReader } from './sessions.ts'
import { insertTicket, redeem } from './tickets.queries.ts'

const ticketSeconds = 60

type Ticket = { readonly organizationId: number; readonly caller: Caller; readonly parameters: unknown }

/**
 * A text for the address of a download, which a browser follows without a bearer token: good once, for a minute, for this
 * purpose. What may be fetched is fixed now, not in the address.
 */
export async function issueTicket(
  platform: Platform,
  tenant: Tenant,
  given: { readonly caller: Caller; readonly purpose: string; readonly parameters: object },
): Promise<string> {
  const { user, apiKey } = given.caller
  const token = randomToken()
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000)
  await inTenant(platform.database, tenant, (db) =>
    insertTicket(db, {
      organizationId: tenant.organizationId,
      tokenHash: digestOf(token),
      userId: user.id,
      key: apiKey ?? null,
      purpose: given.purpose,
      parameters: JSON.stringify(given.parameters),
      now,
      expiresAt,
    }),
  )
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
  new Refusal('gone', 'This link was used or has expired. Please go back to where you pressed for it, and press again.')

/**
 * Uses up a ticket; of many attempts at once one succeeds. Whoever presents it must be who asked for it: that person, or that
 * API key. Whether they may still come in is another question.
 */
async function redeemTicket(
  platform: Platform,
  purpose: string,
  text: string,
  presenter: Caller | null,
): Promise<Ticket> {
  const parsed = ticketText.safeParse(text)
  if (!parsed.success) throw spent()
  const { organizationId, token } = parsed.data
  const redeemed = await acrossOrganizations(platform.database, (db) =>
    redeem(db, { organizationId, tokenHash: digestOf(token), purpose, presenter, now: platform.clock() }),
  )
  if (!redeemed) throw spent()
  const { parameters, key, ...user } = redeemed
  return { organizationId, caller: { user, sessionId: '', ...(key ? { apiKey: key } : {}) }, parameters }
}

/** Who may come in, people and API keys, as things stand now. */
export type Doors = {
  readonly sessions: Pick<SessionReader, 'callerOf'>
  readonly access: {
    readonly accessTo: (
      caller: Caller,
      organizationId: number,
    ) => Promise<{ tenant: Tenant; level: AccessLevel } | null>
  }
}

/** Uses up the ticket of a download and answers what it is for. @throws Refusal, also when its user was removed meanwhile */
export async function openDownload(
  platform: Platform,
  { sessions, access }: Doors,
  given: { readonly purpose: string; readonly ticket: string; readonly authorization: string | undefined },
): Promise<{
  readonly tenant: Tenant
  readonly level: AccessLevel
  readonly caller: Caller
  readonly parameters: unknown
}> {
  const presenter = await presenterOf(sessions, given.authorization)
  const ticket = await redeemTicket(platform, given.purpose, given.ticket, presenter)
  const allowed = await access.accessTo(ticket.caller, ticket.organizationId)
  if (!allowed) throw notFound()
  return { tenant: allowed.tenant, level: allowed.level, caller: ticket.caller, parameters: ticket.parameters }
}

/** A browser that follows the link says nothing of who it is; whoever does say must be the one who asked for it. */
async function presenterOf(sessions: Doors['sessions'], authorization: string | undefined): Promise<Caller | null> {
  if (authorization === undefined) return null
  const caller = await sessions.callerOf(authorization.replace(/^bearer /i, ''))
  if (!caller) throw new Refusal('unauthenticated', 'Authentication expired. Please login again.')
  return caller
}
