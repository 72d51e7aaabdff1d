import { allRoutes, openApiOf } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { docsPage } from './docs-page.ts'

/** The public contract as a file for programs and as a page for people, both made from the routes that are served. */
export async function serveApiDocs(http: FastifyInstance, platform: Platform): Promise<void> {
  const contract = openApiOf(allRoutes)
  const withServer = () => ({ ...contract, servers: [{ url: platform.publicUrl() }] })
  const signIn = platform.config.demo
    ? { email: 'admin@riverbend.example', password: 'twofold-demo' }
    : { email: 'you@example.org', password: 'your password' }
  http.get('/api/openapi.json', async (_, reply) => reply.header('access-control-allow-origin', '*').send(withServer()))
  http.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(docsPage(withServer(), signIn)))
}
