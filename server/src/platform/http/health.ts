import { beingSetUpMessage } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { readOnly, withoutTenant } from '../database/database.ts'
import { Refusal } from '../runtime/errors.ts'
import { version } from '../runtime/version.ts'
import type { Platform } from '../services/platform.ts'
import { readQueueVersion } from './health.queries.ts'

export type ServingState = {
  readonly isPrepared: () => boolean
  /** True after SIGTERM, when a load balancer must send new requests elsewhere. */
  readonly isDraining: () => boolean
}

/** `/healthz` succeeds while the process runs, `/readyz` while database and queue respond and seeding is complete. */
export function health(http: FastifyInstance, platform: Platform, { isPrepared, isDraining }: ServingState): void {
  // Kept-alive connections would carry requests until the port closes.
  http.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
  http.addHook('onRequest', ({ url }, _reply, done) => {
    if (isPrepared() || !url.startsWith('/api/')) done()
    else done(new Refusal('unavailable', beingSetUpMessage, { retryAfterSeconds: 2 }))
  })
  http.get('/version', async () => await version)
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    try {
      await withoutTenant(readOnly(platform.database), readQueueVersion)
      const ok = isPrepared() && !isDraining()
      return reply.code(ok ? 200 : 503).send({ ok })
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}
