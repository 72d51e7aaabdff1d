import { allRoutes } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { createAuthorizer } from './authorizer.ts'
import { createFeatures, type Features } from './features.ts'
import { health, type ServingState } from './platform/http/health.ts'
import { servePages } from './platform/http/pages.ts'
import { createServer } from './platform/http/server.ts'
import type { Platform } from './platform/services/platform.ts'

export type App = { readonly http: FastifyInstance; readonly features: Features }

/** Exactly one feature must serve each route. Until `isPrepared`, the API returns 503. */
export async function createApp(platform: Platform, state: ServingState): Promise<App> {
  const features = createFeatures(platform)
  const served = new Map(features.routes.map((entry) => [entry.route.name, entry.route]))
  const missing = allRoutes.filter((route) => served.get(route.name) !== route)
  const unknown = features.routes.filter(({ route }) => !allRoutes.includes(route))
  if (missing.length > 0 || unknown.length > 0 || served.size !== features.routes.length) {
    const names = [...missing, ...unknown.map(({ route }) => route)].map(({ name }) => name)
    throw new Error(`contract and server disagree about ${names.join(', ')}`)
  }
  const http = await createServer(platform, createAuthorizer(features), features.routes)
  health(http, platform, state)
  for (const plugin of features.pages) await plugin(http, platform)
  await servePages(http)
  return { http, features }
}
