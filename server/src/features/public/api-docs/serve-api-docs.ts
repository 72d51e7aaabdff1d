import { allRoutes, type OpenApi, openApiOf, webhooks } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { sendCompressed } from '../../../platform/http/send-compressed.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { docsContract } from './docs-contract.ts'

export async function serveApiDocs(http: FastifyInstance, platform: Platform): Promise<void> {
  const signIn = platform.config.demo
    ? { email: 'admin@riverbend.example', password: 'twofold-demo' }
    : { email: 'you@example.org', password: 'your password' }
  // Generated at the first request for each address: it is slow, and the address is unknown before.
  let contract: OpenApi | null = null
  const made = new Map<string, string>()
  const serve = (path: string, type: string, make: (contract: OpenApi, url: string) => object): void => {
    http.get(path, async (_, reply) => {
      const url = platform.publicUrl()
      contract ??= openApiOf(allRoutes)
      const text = made.get(path + url) ?? JSON.stringify(make({ ...contract, servers: [{ url }] }, url))
      made.set(path + url, text)
      reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
      return sendCompressed(reply.type(`${type}; charset=utf-8`), text)
    })
  }
  serve('/api/openapi.json', 'application/json', (here) => here)
  serve('/api/docs/openapi.json', 'application/json', (here) => docsContract(here, signIn))
  serve(webhooks.payloadSchemaPath, 'application/schema+json', (_, url) => ({
    $id: `${url}${webhooks.payloadSchemaPath}`,
    ...webhooks.payloadSchema(),
  }))
}
