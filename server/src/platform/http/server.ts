import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { keyMayCall, type RouteDefinition, wireId } from '@twofold/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod'
import type { Tenant } from '../database/database.ts'
import { notFound, Refusal } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { answerBadAddress, answerErrors } from './answer-errors.ts'
import { plainWords } from './plain-words.ts'
import type { AccessLevel, Call, Caller, ServedRoute } from './serve.ts'

/** What the features know about people and organizations, handed to the one place that decides who may call. */
export type Gatekeeper = {
  /** The live session or the API key behind a bearer token, or null. */
  readonly callerOf: (token: string, address: string) => Promise<Caller | null>
  /** The organization of the row that a route names, or null when there is none. */
  readonly organizationOf: (within: NonNullable<RouteDefinition['within']>, id: number) => Promise<number | null>
  /** What the caller may do in an organization, or null when it must not even be known to exist. */
  readonly accessTo: (
    caller: Caller,
    organizationId: number,
    request: { readonly ip: string; readonly id: string },
  ) => Promise<{ level: AccessLevel; tenant: Tenant } | null>
}

export const maxUploadBytes = 10 * 1024 * 1024

export async function createServer(
  platform: Platform,
  gatekeeper: Gatekeeper,
  routes: readonly ServedRoute[],
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = platform.log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trustProxy,
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 300 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadAddress,
    forceCloseConnections: 'idle',
  })
  answerErrors(app)
  // A connection that answers while the server closes stays open for its client's next request: it would hold up the end.
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
    app.server.once('close', () => clearInterval(sweep))
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", 'https://checkout.stripe.com'],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  await app.register(compress, { global: false })
  await app.register(multipart, { limits: { fileSize: maxUploadBytes, files: 1, fields: 20, fieldSize: 256 * 1024 } })
  for (const served of routes) addRoute(app, platform, gatekeeper, served)
  for (const { route } of routes) if (route.anyOrigin) answerPreflight(app, route)
  return app
}

const ladder: readonly AccessLevel[] = ['read', 'write', 'admin', 'super']

function addRoute(
  app: FastifyInstance,
  platform: Platform,
  gatekeeper: Gatekeeper,
  { route, handle }: ServedRoute,
): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (route.anyOrigin) reply.header('access-control-allow-origin', '*')
      await platform.rates.takeForRoute(route, request.ip)
      const params = parse(route.params, request.params, notFound)
      const allowed = await allow(gatekeeper, route, request, params)
      const call = {
        platform,
        request,
        reply,
        params,
        query: parse(route.query, nest(request.query)),
        body: route.bodyKind === 'multipart' ? undefined : parse(route.body, request.body),
        ...allowed,
      }
      const answer = await handle(call as Call<RouteDefinition>)
      if (reply.sent || answer === reply) return reply
      // A sign-in is public and answers a token.
      if (route.who !== 'public' || route.method !== 'GET') reply.header('cache-control', 'no-store')
      return reply
        .code(route.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answer))
    },
  })
}

/** Any page may ask, without credentials: nothing but what the route answers to a stranger. */
function answerPreflight(app: FastifyInstance, route: RouteDefinition): void {
  app.options(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (_, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', route.method)
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .send(),
  )
}

type Allowed = { caller: Caller | undefined; tenant: Tenant | undefined; level: AccessLevel | undefined }

/** Who may call is data of the route; this is the only code that reads it. */
async function allow(
  gatekeeper: Gatekeeper,
  route: RouteDefinition,
  request: FastifyRequest,
  params: unknown,
): Promise<Allowed> {
  if (route.who === 'public') return { caller: undefined, tenant: undefined, level: undefined }
  const caller = await callerOf(gatekeeper, request)
  if (caller.apiKey && !keyMayCall(route)) throw notForKeys()
  if (route.who === 'super' && caller.user.globalPermission !== 'super') throw forbidden('super')
  if (!route.within) return { caller, tenant: undefined, level: undefined }
  const id = route.within === 'body' ? organizationInBody(request.body) : (params as { id: number }).id
  const isNamed = route.within === 'organization' || route.within === 'body'
  const organizationId = isNamed ? id : await gatekeeper.organizationOf(route.within, id)
  const access = organizationId === null ? null : await gatekeeper.accessTo(caller, organizationId, request)
  if (!access) throw notFound()
  if (route.who !== 'signedIn' && ladder.indexOf(access.level) < ladder.indexOf(route.who)) throw forbidden(route.who)
  return { caller, tenant: access.tenant, level: access.level }
}

const namingOrganization = z.object({ org_id: wireId })

const organizationInBody = (body: unknown): number => (parse(namingOrganization, body) as { org_id: number }).org_id

const notForKeys = (): Refusal => new Refusal('forbidden', 'This is for people who are signed in, not for API keys.')

const forbidden = (needed: string): Refusal =>
  new Refusal(
    'forbidden',
    `This needs the level "${needed}". An administrator of your organization can give it to you.`,
  )

async function callerOf(gatekeeper: Gatekeeper, request: FastifyRequest): Promise<Caller> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new Refusal('unauthenticated', 'Authentication token not found')
  }
  const caller = await gatekeeper.callerOf(token, request.ip)
  if (!caller) throw new Refusal('unauthenticated', 'Authentication expired. Please login again.')
  return caller
}

/** `filters[status]=…` in a query becomes `{ filters: { status: … } }`. */
function nest(query: unknown): Record<string, unknown> {
  const nested: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(query ?? {})) {
    const parts = /^(\w+)\[(\w+)\]$/.exec(key)
    if (!parts?.[1] || !parts[2]) {
      nested[key] = value
      continue
    }
    const inner = (nested[parts[1]] ?? Object.create(null)) as Record<string, unknown>
    if (typeof inner === 'object') inner[parts[2]] = value
    nested[parts[1]] = inner
  }
  return { ...nested }
}

function parse(shape: z.ZodType | undefined, value: unknown, otherwise?: () => Refusal): unknown {
  if (!shape) return undefined
  const parsed = shape.safeParse(value ?? {}, { error: plainWords })
  if (parsed.success) return parsed.data
  if (otherwise) throw otherwise()
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [first] = parsed.error.issues
  throw new Refusal('invalid', first?.message ?? 'That is not valid.', { fields })
}

/** Streams and redirects answer with the reply itself. */
export const isReply = (value: unknown): value is FastifyReply =>
  typeof value === 'object' && value !== null && 'sent' in value
