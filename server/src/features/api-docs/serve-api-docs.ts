import { allRoutes, type OpenApi, openApiOf, webhooks } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { sendCompressed } from '../../platform/http/compressed.ts'
import { policyWithStyle } from '../../platform/http/security-headers.ts'
import type { Platform } from '../../platform/platform.ts'
import { docsPage } from './docs-page.ts'
import { style } from './style.ts'

const aWhile = 'public, max-age=300'

export async function serveApiDocs(http: FastifyInstance, platform: Platform): Promise<void> {
  const signIn = platform.config.demo
    ? { email: 'admin@riverbend.example', password: 'twofold-demo' }
    : { email: 'you@example.org', password: 'your password' }
  // Made once for each address: where the server listens is known only when it is asked. The contract as JSON takes a third of
  // a second, which a start need not wait for.
  let contract: OpenApi | null = null
  const made = new Map<string, { readonly page: string; readonly file: string; readonly schema: string }>()
  const texts = () => {
    const url = platform.publicUrl()
    const known = made.get(url)
    if (known) return known
    contract ??= openApiOf(allRoutes)
    const here = { ...contract, servers: [{ url }] }
    const schema = { $id: `${url}${webhooks.payloadSchemaPath}`, ...webhooks.payloadSchema() }
    const fresh = {
      page: docsPage(here, signIn),
      file: JSON.stringify(here),
      schema: JSON.stringify(schema, null, 2),
    }
    made.set(url, fresh)
    return fresh
  }
  http.get('/api/openapi.json', async (_, reply) =>
    sendCompressed(
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', aWhile)
        .type('application/json; charset=utf-8'),
      texts().file,
    ),
  )
  http.get(webhooks.payloadSchemaPath, async (_, reply) =>
    sendCompressed(
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', aWhile)
        .type('application/schema+json; charset=utf-8'),
      texts().schema,
    ),
  )
  http.get('/api/docs', async (_, reply) =>
    sendCompressed(
      reply
        .header('cache-control', aWhile)
        .header('content-security-policy', policyWithStyle(style))
        .type('text/html; charset=utf-8'),
      texts().page,
    ),
  )
}
