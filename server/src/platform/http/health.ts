import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'

/** `/healthz` answers while the process lives, `/readyz` while database and queue answer. */
export function health(http: FastifyInstance, platform: Platform): void {
  http.get('/healthz', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    try {
      await platform.database.pool.query('SELECT 1 FROM pgboss.version LIMIT 1')
      return { ok: true }
    } catch {
      return reply.code(503).send({ ok: false })
    }
  })
}
