import type { FastifyInstance } from 'fastify'
import { inProduct } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Platform } from '../platform.ts'
import { readQueueVersion } from './health.queries.ts'

/**
 * `/healthz` answers while the process lives, `/readyz` while database and queue answer. A database that is still being filled
 * is not ready: who signed in then would be told that the password is wrong, and be counted for it.
 */
export function health(http: FastifyInstance, platform: Platform, isPrepared: () => boolean): void {
  http.addHook('onRequest', ({ url }, _reply, done) => {
    if (isPrepared() || !url.startsWith('/api/')) done()
    else
      done(
        new Refusal('unavailable', 'Twofold is being set up. It will be here in a moment.', { retryAfterSeconds: 2 }),
      )
  })
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    try {
      await inProduct(platform.database, readQueueVersion, { readOnly: true })
      return reply.code(isPrepared() ? 200 : 503).send({ ok: isPrepared() })
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}
