import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { RouteDefinition } from '@twofold/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { notFound } from '../runtime/errors.ts'
import type { Platform } from '../services/platform.ts'
import {
  type Authorizer,
  authorizeRequest,
  isForbidden,
  isNotFound,
  recordDenial,
  recordNotFound,
} from './authorize-request.ts'
import { handleErrors, sendBadUrl } from './handle-errors.ts'
import { runIdempotently } from './idempotent-calls.ts'
import { parse } from './parse.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { sendCompressed } from './send-compressed.ts'
import type { Call, ServedRoute } from './serve.ts'

export const maxUploadBytes = 10 * 1024 * 1024

/** Returns the HTTP server with these routes; it does not listen yet. */
export async function createServer(
  platform: Platform,
  authorizer: Authorizer,
  routes: readonly ServedRoute[],
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = platform.log
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: platform.config.trustProxy,
    bodyLimit: 1024 * 1024,
    // Both are checked periodically. Slow headers and bodies end within 60 s.
    requestTimeout: platform.config.requestWithinMs,
    http: {
      headersTimeout: platform.config.requestWithinMs,
      connectionsCheckingInterval: Math.min(platform.config.requestWithinMs / 2, 5_000),
    },
    routerOptions: { maxParamLength: 300 },
    genReqId: () => randomUUID(),
    frameworkErrors: sendBadUrl,
    forceCloseConnections: 'idle',
  })
  handleErrors(app)
  keepClientAddress(app)
  readJson(app)
  // A busy connection would stay open for its client's next request and delay the shutdown.
  app.addHook('preClose', async () => {
    const closeIdle = setInterval(() => app.server.closeIdleConnections(), 100)
    app.server.once('close', () => clearInterval(closeIdle))
  })
  setSecurityHeaders(app)
  await app.register(multipart, { limits: { fileSize: maxUploadBytes, files: 1, fields: 20, fieldSize: 256 * 1024 } })
  for (const served of routes) addRoute(app, platform, authorizer, served)
  for (const { route } of routes) if (route.anyOrigin) servePreflight(app, route)
  return app
}

/** A closed socket has no address. Drops requests whose client disconnected before they were read. */
function keepClientAddress(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { ip } = request
    if (ip) {
      Object.defineProperty(request, 'ip', { value: ip })
      done()
      return
    }
    reply.hijack()
    request.raw.destroy()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesNoBody?: boolean
  }
}

/** Many clients always send a JSON content type, so an empty body is valid if the route takes none. */
function readJson(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0 && request.routeOptions.config.takesNoBody) done(null)
    else read(request, String(body), done)
  })
}

function addRoute(
  app: FastifyInstance,
  platform: Platform,
  authorizer: Authorizer,
  { route, handle, resume }: ServedRoute,
): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { takesNoBody: !route.body && !route.bodyKind },
    handler: async (request, reply) => {
      if (route.anyOrigin) reply.header('access-control-allow-origin', '*')
      const params = parse(route.params, request.params, notFound)
      const allowed = await authorizeRequest(authorizer, route, request, { params, rates: platform.rates })
      const call = {
        platform,
        request,
        reply,
        params,
        query: parse(route.query, nest(request.query)),
        body: route.bodyKind === 'multipart' ? undefined : parse(route.body, request.body),
        ...allowed,
      }
      const toResponse = (value: unknown) => ({ status: route.status ?? 200, body: JSON.stringify(value) })
      const response = await runIdempotently(
        platform,
        { route, request, caller: allowed.caller },
        {
          first: async (keepResult) => {
            const result = await handle({ ...call, keepResult } as Call<RouteDefinition>)
            if (reply.sent || result === reply) return { status: reply.statusCode, body: null }
            return toResponse(result)
          },
          ...(resume
            ? {
                resumed: async (result) =>
                  toResponse(await resume({ ...call, keepResult: () => {} } as Call<RouteDefinition>, result)),
              }
            : {}),
        },
      ).catch(async (refused: unknown) => {
        // A level that may do only part of a route, such as some fields of the profile.
        if (isForbidden(refused)) await recordDenial(authorizer, route, request, allowed)
        // The owner of the donations was not looked up for a caller with a single organization.
        const isAboutGifts = route.scope === 'donations'
        if (isAboutGifts && isNotFound(refused) && allowed.caller)
          recordNotFound(authorizer, route, request, allowed.caller)
        throw refused
      })
      if (response.body === null) return reply
      // A sign-in is public and returns a token.
      if (route.access !== 'public' || route.method !== 'GET') reply.header('cache-control', 'no-store')
      if (response.repeated) reply.header('idempotency-replayed', 'true')
      return sendCompressed(reply.code(response.status).type('application/json; charset=utf-8'), response.body)
    },
  })
}

/** Allows any origin, without credentials: such pages only get the public response of the route. */
function servePreflight(app: FastifyInstance, route: RouteDefinition): void {
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

/** Converts `filters[status]=…` in a query to `{ filters: { status: … } }`. */
function nest(query: unknown): Record<string, unknown> {
  const nested: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(query ?? {})) {
    const parts = key.endsWith(']') ? /^(\w+)\[(\w+)\]$/.exec(key) : null
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
