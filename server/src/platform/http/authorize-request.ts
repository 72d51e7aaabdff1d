import {
  donationChanges,
  isMutatingRoute,
  keyMayCall,
  type RateLimit,
  type RouteDefinition,
  type RouteScope,
  support,
  wireId,
} from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tenant } from '../database/database.ts'
import { notFound, organizationClosed, Refusal } from '../runtime/errors.ts'
import { type OwnedResource, type Owner, toOwner } from '../services/feature.ts'
import { parse } from './parse.ts'
import type { RateLimits } from './rate-limits.ts'
import { requestLogFields } from './request-log-fields.ts'
import type { AccessLevel, Caller } from './serve.ts'

export type Authorizer = {
  readonly callerOf: (token: string, request: { readonly ip: string }) => Promise<Caller | null>
  readonly accountOfBrowser: (request: FastifyRequest) => number | null
  readonly organizationOf: (owned: OwnedResource, ids: readonly number[], canCache: boolean) => Promise<Owner | null>
  /** Returns the only organization of the caller's ids if no query is needed, otherwise null. */
  readonly onlyOrganizationOf: (caller: Caller) => number | null
  /** Returns the caller's access, or null if the organization's existence must be hidden. */
  readonly accessTo: (
    caller: Caller,
    organizationId: number,
    request: { readonly ip: string; readonly id: string },
  ) => Promise<Access | null>
  readonly canChange: (caller: Caller, tenant: Tenant) => Promise<boolean>
  readonly isRuleOn: (rule: NonNullable<RouteDefinition['openedBy']>, tenant: Tenant) => Promise<boolean>
  readonly isClosed: (tenant: Tenant) => Promise<boolean>
  /** Returns the start of a sentence that names the people who assign levels, if any. */
  readonly describeAdministrators: (tenant: Tenant) => Promise<string>
  readonly tenantOfKey: (key: NonNullable<Caller['apiKey']>) => Tenant
  readonly recordRefusal: (refusal: AccessRefusal) => void
  readonly recordDenial: (denial: Denial) => Promise<void>
}

type Access = { readonly level: AccessLevel; readonly tenant: Tenant }

export type Denial = Access & {
  readonly caller: Caller
  readonly route: RouteDefinition
  readonly request: { readonly ip: string; readonly id: string }
}

export type AccessRefusal = {
  readonly caller: Caller
  readonly route: RouteDefinition
  readonly request: FastifyRequest
}

const levelOrder: readonly AccessLevel[] = ['read', 'write', 'admin', 'super']

type AuthorizedCall = { caller: Caller | undefined; tenant: Tenant | undefined; level: AccessLevel | undefined }

/** Checks access as the route declares it. @throws Refusal */
export async function authorizeRequest(
  authorizer: Authorizer,
  route: RouteDefinition,
  request: FastifyRequest,
  { params, rates }: { readonly params: unknown; readonly rates: RateLimits },
): Promise<AuthorizedCall> {
  if (route.access === 'public') {
    if (route.rate) await countAnonymousCall(authorizer, rates, { ...route, rate: route.rate }, request)
    return { caller: undefined, tenant: undefined, level: undefined }
  }
  const caller = await callerOf(authorizer, rates, request)
  if (route.rate) await rates.take(route.name, route.rate, accountOf(caller))
  if (caller.apiKey && !keyMayCall(route)) {
    // Before the ids are checked, because the denial is recorded in the key's organization.
    await recordDenial(authorizer, route, request, {
      caller,
      tenant: authorizer.tenantOfKey(caller.apiKey),
      level: caller.apiKey.level,
    })
    throw forbiddenForKeys()
  }
  if (route.access === 'super' && !route.scope && caller.user.globalPermission !== 'super') {
    authorizer.recordRefusal({ caller, route, request })
    throw supportOnly()
  }
  if (!route.scope) return { caller, tenant: undefined, level: undefined }
  const owner = await ownerOf(authorizer, { caller, scope: route.scope, method: route.method }, request, params)
  const access = owner && (await authorizer.accessTo(caller, owner.organizationId, request))
  if (!access) {
    recordNotFound(authorizer, route, request, caller)
    throw notFound()
  }
  const { tenant, level } = access
  const isTooLow = route.access !== 'signedIn' && levelOrder.indexOf(level) < levelOrder.indexOf(route.access)
  if (isTooLow && !(route.openedBy && (await authorizer.isRuleOn(route.openedBy, tenant)))) {
    await recordDenial(authorizer, route, request, { caller, tenant, level })
    authorizer.recordRefusal({ caller, route, request })
    throw route.access === 'super'
      ? supportOnly()
      : levelRequired(route.access, await authorizer.describeAdministrators(tenant))
  }
  const isSupportRoute = route.access === 'super'
  if (!isSupportRoute && isMutatingRoute(route)) await refuseChange(authorizer, route, caller, { ...access, ...owner })
  return { caller, tenant, level }
}

function ownerOf(
  authorizer: Authorizer,
  { caller, scope, method }: { readonly caller: Caller; readonly scope: RouteScope; readonly method: string },
  { body }: FastifyRequest,
  params: unknown,
): Promise<Owner | null> | Owner | null {
  const idInPath = () => (params as { id: number }).id
  switch (scope) {
    case 'organization':
      return toOwner(idInPath())
    case 'body':
      return toOwner(organizationInBody(body))
    case 'donations':
      return ownerOfDonations(authorizer, caller, body)
    default:
      return authorizer.organizationOf(scope, [idInPath()], method === 'GET')
  }
}

/** Looks up the owner even for an invalid body, so that the error reveals nothing about other organizations. */
function ownerOfDonations(authorizer: Authorizer, caller: Caller, body: unknown): Promise<Owner | null> | Owner | null {
  const onlyOrganization = donationChanges.confirmDonations.body.safeParse(body).success
    ? authorizer.onlyOrganizationOf(caller)
    : null
  return toOwner(onlyOrganization) ?? authorizer.organizationOf('donation', donationsInBody(body), true)
}

async function refuseChange(
  authorizer: Authorizer,
  { whileClosed }: RouteDefinition,
  caller: Caller,
  { tenant, level, isClosed }: Access & Pick<Owner, 'isClosed'>,
): Promise<void> {
  if (level === 'super' && !(await authorizer.canChange(caller, tenant))) {
    throw new Refusal('forbidden', support.supportMessages.viewOnly)
  }
  if (whileClosed) return
  if (isClosed ?? (await authorizer.isClosed(tenant))) throw organizationClosed()
}

/** Returns whether the error is a `forbidden` refusal. */
export const isForbidden = (error: unknown): boolean => error instanceof Refusal && error.code === 'forbidden'

/** Returns whether the error is a `not_found` refusal. */
export const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'not_found'

/** Records missing and foreign things alike, so that the person's own log reveals no difference. */
export function recordNotFound(
  authorizer: Authorizer,
  route: RouteDefinition,
  request: FastifyRequest,
  caller: Caller,
): void {
  request.log.warn({ ...requestLogFields(request), refused: 'not_found' }, 'refused')
  authorizer.recordRefusal({ caller, route, request })
}

/** Records a denied change. A denied read is not recorded. */
export async function recordDenial(
  authorizer: Authorizer,
  route: RouteDefinition,
  request: FastifyRequest,
  { caller, tenant, level }: AuthorizedCall,
): Promise<void> {
  if (!isMutatingRoute(route) || !caller || !tenant || !level) return
  await authorizer.recordDenial({ caller, tenant, level, route, request })
}

const organizationBody = z.object({ org_id: wireId })

const organizationInBody = (body: unknown): number => (parse(organizationBody, body) as { org_id: number }).org_id

const donationsBody = z.object({ donation_ids: donationChanges.confirmDonations.body.shape.donation_ids })

const donationsInBody = (body: unknown): number[] =>
  (parse(donationsBody, body) as { donation_ids: number[] }).donation_ids

const forbiddenForKeys = (): Refusal => new Refusal('forbidden', 'API keys can’t do this. Sign in as a person.')

const supportOnly = (): Refusal =>
  new Refusal('forbidden', 'Only Twofold support can do this. Use the contact page to reach them.')

/** Returns the refusal that names the required level and the people who assign it. */
export const levelRequired = (level: string, administrators: string): Refusal =>
  new Refusal('forbidden', `This needs ${level} access. ${administrators} can give it to you.`)

const accountOf = ({ apiKey, user }: Caller): string =>
  apiKey ? `key:${apiKey.organizationId}:${apiKey.id}` : `user:${user.id}`

/** Counts a browser that signed in before by account, so that strangers at its address cannot use up its calls. */
async function countAnonymousCall(
  authorizer: Authorizer,
  rates: RateLimits,
  { name, rate }: { readonly name: string; readonly rate: RateLimit },
  request: FastifyRequest,
): Promise<void> {
  const account = authorizer.accountOfBrowser(request)
  if (account === null) await rates.takeOfClient(name, rate, request.ip)
  else await rates.take(name, rate, `browser:${account}`)
}

/** Counts per address. Valid tokens do not count, so invalid ones cannot block them. */
const invalidTokenRate: RateLimit = { max: 600, seconds: 60 }

async function callerOf(authorizer: Authorizer, rates: RateLimits, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new Refusal('unauthenticated', 'Authentication token not found')
  }
  const caller = await authorizer.callerOf(token, request)
  if (!caller) {
    await rates.takeOfClient('bad-token', invalidTokenRate, request.ip)
    throw new Refusal('unauthenticated', 'Authentication expired. Please login again.')
  }
  return caller
}
