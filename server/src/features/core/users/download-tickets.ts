import { isDeepStrictEqual } from 'node:util'
import { acrossOrganizations, inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { issueLink, redeemLink } from '../../../platform/links/links.queries.ts'
import { links } from '../../../platform/links/purposes.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findUser } from './users.queries.ts'

/** For a browser without a bearer token. Valid once, for a minute. The ticket, not the URL, defines the content. */
export async function issueTicket(
  platform: Platform,
  tenant: Tenant,
  options: { readonly caller: Caller; readonly purpose: string; readonly parameters: object },
): Promise<string> {
  const { caller, purpose, parameters } = options
  return inTenant(platform.database, tenant, (db) =>
    issueLink(db, links.download, {
      organizationId: tenant.organizationId,
      userId: caller.user.id,
      detail: { of: purpose, parameters, key: keyOf(caller) },
      now: platform.clock(),
    }),
  )
}

const keyOf = ({ apiKey }: Caller) => (apiKey ? { organizationId: apiKey.organizationId, id: apiKey.id } : null)

const ticketUsed = (): Refusal =>
  new Refusal('gone', 'This link expired or was already used. Go back and press the button again.')

type Ticket = { readonly organizationId: number; readonly caller: Caller; readonly parameters: unknown }

/** A signed-in presenter must have requested the ticket. The caller checks whether they still have access. */
function redeemTicket(platform: Platform, purpose: string, text: string, presenter: Caller | null): Promise<Ticket> {
  // The previous version's tickets start with the organization's ID and a dot.
  const digest = digestOf(text.slice(text.indexOf('.') + 1))
  return acrossOrganizations(platform.database, async (db) => {
    const link = await redeemLink(db, { purposes: [links.download], digest, now: platform.clock() })
    const user = link && (await findUser(db, link.userId))
    if (!user || link.detail.of !== purpose) throw ticketUsed()
    const { organizationId, detail } = link
    const { key, parameters } = detail
    const apiKey = key && { ...key, chapters: [], level: 'read' as const }
    const caller = { user, sessionId: '', ...(apiKey ? { apiKey } : {}) }
    if (presenter && (presenter.user.id !== user.id || !isDeepStrictEqual(keyOf(presenter), key))) throw ticketUsed()
    return { organizationId, caller, parameters }
  })
}

export type Authenticators = {
  readonly sessions: { readonly callerOf: (token: string) => Promise<Caller | null> }
  readonly access: {
    readonly accessTo: (
      caller: Caller,
      organizationId: number,
    ) => Promise<{ tenant: Tenant; level: AccessLevel } | null>
  }
}

/** Uses up the ticket. @throws Refusal, also if its user was removed in the meantime */
export async function openDownload(
  platform: Platform,
  { sessions, access }: Authenticators,
  request: { readonly purpose: string; readonly ticket: string; readonly authorization: string | undefined },
): Promise<{
  readonly tenant: Tenant
  readonly level: AccessLevel
  readonly caller: Caller
  readonly parameters: unknown
}> {
  const presenter = await presenterOf(sessions, request.authorization)
  const ticket = await redeemTicket(platform, request.purpose, request.ticket, presenter)
  const allowed = orNotFound(await access.accessTo(ticket.caller, ticket.organizationId))
  return { tenant: allowed.tenant, level: allowed.level, caller: ticket.caller, parameters: ticket.parameters }
}

/** Null for a browser that follows the link without a token. */
async function presenterOf(
  sessions: Authenticators['sessions'],
  authorization: string | undefined,
): Promise<Caller | null> {
  if (authorization === undefined) return null
  const caller = await sessions.callerOf(authorization.replace(/^bearer /i, ''))
  if (!caller) throw new Refusal('unauthenticated', 'Authentication expired. Please login again.')
  return caller
}
