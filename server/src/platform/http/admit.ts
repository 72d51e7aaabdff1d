import {
  changesSomething,
  donationChanges,
  keyMayCall,
  type Rate,
  type RouteDefinition,
  support,
  type Within,
  wireId,
} from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tenant } from '../database/database.ts'
import { notFound, organizationClosed, Refusal } from '../runtime/errors.ts'
import { type Owned, type Owner, ownerBy } from '../services/room.ts'
import { calledBy } from './called-by.ts'
import { parse } from './parse.ts'
import type { RateLimits } from './rate-limits.ts'
import type { AccessLevel, Caller } from './serve.ts'

/** What the features know about people and organizations, handed to the one place that decides who may call. */
export type Gatekeeper = {
  /** The live session or the API key behind a bearer token, or null. */
  readonly callerOf: (token: string, request: { readonly ip: string }) => Promise<Caller | null>
  /** The account to which the browser of a public call is known, or null for a stranger. */
  readonly accountOfBrowser: (request: FastifyRequest) => number | null
  /** The organization of the rows that a call names, or null when there is none. */
  readonly organizationOf: (owned: Owned, ids: readonly number[], seesItself: boolean) => Promise<Owner | null>
  /** The one organization whose things the caller can mean, where it is known without asking; null: ask. */
  readonly onlyOrganizationOf: (caller: Caller) => number | null
  /** What the caller may do in an organization, or null when it must not even be known to exist. */
  readonly accessTo: (
    caller: Caller,
    organizationId: number,
    request: { readonly ip: string; readonly id: string },
  ) => Promise<Access | null>
  /** Whether a super user, who looks first, has allowed changes in the organization. */
  readonly mayChange: (caller: Caller, tenant: Tenant) => Promise<boolean>
  /** Whether a rule of the organization that opens routes to all members is on. */
  readonly isRuleOn: (rule: NonNullable<RouteDefinition['openedBy']>, tenant: Tenant) => Promise<boolean>
  /** Whether the organization was cancelled or deactivated: then it is only looked at. */
  readonly isClosed: (tenant: Tenant) => Promise<boolean>
  /** Who gives levels in the organization, as a sentence begins: names, where there are some. */
  readonly whoGivesLevels: (tenant: Tenant) => Promise<string>
  /** The organization that an API key was made in. */
  readonly homeOf: (key: NonNullable<Caller['apiKey']>) => Tenant
  /** Remembers, on the account of a person, what was refused to them. */
  readonly noteRefusal: (refusal: AccessRefusal) => void
  /** Writes down that somebody tried to change what is not theirs to change. */
  readonly noteDenial: (denial: Denial) => Promise<void>
}

type Access = { readonly level: AccessLevel; readonly tenant: Tenant }

/** A change that was refused to somebody who belongs to the organization. */
export type Denial = Access & {
  readonly caller: Caller
  readonly route: RouteDefinition
  readonly request: { readonly ip: string; readonly id: string }
}

/** What somebody who is signed in asked for and is not theirs to see, or to know of. */
export type AccessRefusal = {
  readonly caller: Caller
  readonly route: RouteDefinition
  readonly request: FastifyRequest
}

const ladder: readonly AccessLevel[] = ['read', 'write', 'admin', 'super']

type Allowed = { caller: Caller | undefined; tenant: Tenant | undefined; level: AccessLevel | undefined }

/** Who may call is data of the route; this is the only code that reads it. */
export async function admit(
  gatekeeper: Gatekeeper,
  route: RouteDefinition,
  request: FastifyRequest,
  { params, rates }: { readonly params: unknown; readonly rates: RateLimits },
): Promise<Allowed> {
  if (route.who === 'public') {
    if (route.rate) await countStranger(gatekeeper, rates, { ...route, rate: route.rate }, request)
    return { caller: undefined, tenant: undefined, level: undefined }
  }
  const caller = await callerOf(gatekeeper, rates, request)
  if (route.rate) await rates.take(route.name, route.rate, accountOf(caller))
  if (caller.apiKey && !keyMayCall(route)) {
    // Before anybody looks at whose id it named: the line is written where the key comes from.
    await noteDenial(gatekeeper, route, request, { caller, tenant: gatekeeper.homeOf(caller.apiKey), level: 'write' })
    throw notForKeys()
  }
  if (route.who === 'super' && !route.within && caller.user.globalPermission !== 'super') {
    gatekeeper.noteRefusal({ caller, route, request })
    throw forSupport()
  }
  if (!route.within) return { caller, tenant: undefined, level: undefined }
  const owner = await ownerOf(gatekeeper, { caller, within: route.within, method: route.method }, request, params)
  const access = owner && (await gatekeeper.accessTo(caller, owner.organizationId, request))
  if (!access) {
    noteNotFound(gatekeeper, route, request, caller)
    throw notFound()
  }
  const { tenant, level } = access
  const isTooLow = route.who !== 'signedIn' && ladder.indexOf(level) < ladder.indexOf(route.who)
  if (isTooLow && !(route.openedBy && (await gatekeeper.isRuleOn(route.openedBy, tenant)))) {
    await noteDenial(gatekeeper, route, request, { caller, tenant, level })
    gatekeeper.noteRefusal({ caller, route, request })
    throw route.who === 'super' ? forSupport() : levelNeeded(route.who, await gatekeeper.whoGivesLevels(tenant))
  }
  const isSupportsOwn = route.who === 'super'
  if (!isSupportsOwn && changesSomething(route)) await refuseChange(gatekeeper, route, caller, { ...access, ...owner })
  return { caller, tenant, level }
}

function ownerOf(
  gatekeeper: Gatekeeper,
  { caller, within, method }: { readonly caller: Caller; readonly within: Within; readonly method: string },
  { body }: FastifyRequest,
  params: unknown,
): Promise<Owner | null> | Owner | null {
  const idInPath = () => (params as { id: number }).id
  switch (within) {
    case 'organization':
      return ownerBy(idInPath())
    case 'body':
      return ownerBy(organizationInBody(body))
    case 'donations':
      return ownerOfDonations(gatekeeper, caller, body)
    default:
      return gatekeeper.organizationOf(within, [idInPath()], method === 'GET')
  }
}

/**
 * Who works in one organization alone can only mean its gifts, and the route sees for itself whether they are there. It does not where
 * the call is refused for its words, which nobody is told about another's gifts.
 */
function ownerOfDonations(gatekeeper: Gatekeeper, caller: Caller, body: unknown): Promise<Owner | null> | Owner | null {
  const only = donationChanges.confirmDonations.body.safeParse(body).success
    ? gatekeeper.onlyOrganizationOf(caller)
    : null
  return ownerBy(only) ?? gatekeeper.organizationOf('donation', donationsInBody(body), true)
}

async function refuseChange(
  gatekeeper: Gatekeeper,
  { whileClosed }: RouteDefinition,
  caller: Caller,
  { tenant, level, isClosed }: Access & Pick<Owner, 'isClosed'>,
): Promise<void> {
  if (level === 'super' && !(await gatekeeper.mayChange(caller, tenant))) {
    throw new Refusal('forbidden', support.supportMessages.onlyLooking)
  }
  if (whileClosed) return
  if (isClosed ?? (await gatekeeper.isClosed(tenant))) throw organizationClosed()
}

export const isForbidden = (error: unknown): boolean => error instanceof Refusal && error.code === 'forbidden'

export const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found'

/** The same line whether there is no such thing or it is another's: nobody learns which by reading their own trail. */
export function noteNotFound(
  gatekeeper: Gatekeeper,
  route: RouteDefinition,
  request: FastifyRequest,
  caller: Caller,
): void {
  request.log.warn({ ...calledBy(request), refused: 'not_found' }, 'refused')
  gatekeeper.noteRefusal({ caller, route, request })
}

/** Looking at what is not for one's level is no attempt at anything. */
export async function noteDenial(
  gatekeeper: Gatekeeper,
  route: RouteDefinition,
  request: FastifyRequest,
  { caller, tenant, level }: Allowed,
): Promise<void> {
  if (!changesSomething(route) || !caller || !tenant || !level) return
  await gatekeeper.noteDenial({ caller, tenant, level, route, request })
}

const namingOrganization = z.object({ org_id: wireId })

const organizationInBody = (body: unknown): number => (parse(namingOrganization, body) as { org_id: number }).org_id

const namingDonations = z.object({ donation_ids: donationChanges.confirmDonations.body.shape.donation_ids })

const donationsInBody = (body: unknown): number[] =>
  (parse(namingDonations, body) as { donation_ids: number[] }).donation_ids

const notForKeys = (): Refusal => new Refusal('forbidden', 'This is for signed-in people, not for API keys.')

const forSupport = (): Refusal =>
  new Refusal('forbidden', 'Only Twofold’s own support can do this. The contact page reaches them.')

export const levelNeeded = (level: string, whoGivesIt: string): Refusal =>
  new Refusal('forbidden', `This needs ${level} access. ${whoGivesIt} can give it to you.`)

/** People who share an address are counted one by one, and each key by itself. */
const accountOf = ({ apiKey, user }: Caller): string =>
  apiKey ? `key:${apiKey.organizationId}:${apiKey.id}` : `user:${user.id}`

/** Counts by address, or by account for a browser that signed in before: strangers behind its address do not use up its calls. */
async function countStranger(
  gatekeeper: Gatekeeper,
  rates: RateLimits,
  { name, rate }: { readonly name: string; readonly rate: Rate },
  request: FastifyRequest,
): Promise<void> {
  const account = gatekeeper.accountOfBrowser(request)
  if (account === null) await rates.takeOfClient(name, rate, request.ip)
  else await rates.take(name, rate, `browser:${account}`)
}

/** Tokens that open nothing, by address. A good token is never counted here, so a flood of bad ones does not shut it out. */
const badTokens: Rate = { max: 600, seconds: 60 }

async function callerOf(gatekeeper: Gatekeeper, rates: RateLimits, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new Refusal('unauthenticated', 'Authentication token not found')
  }
  const caller = await gatekeeper.callerOf(token, request)
  if (!caller) {
    await rates.takeOfClient('bad-token', badTokens, request.ip)
    throw new Refusal('unauthenticated', 'Authentication expired. Please login again.')
  }
  return caller
}
