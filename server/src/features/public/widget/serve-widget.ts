import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../../platform/runtime/errors.ts'

const built = fileURLToPath(new URL('../../../../../web/dist', import.meta.url))

// Other pages contain these fixed addresses. Caches may be an hour old, and may be used once more while revalidating.
const caching = 'public, max-age=3600, stale-while-revalidate=86400'

const files = {
  'widget.js': 'text/javascript; charset=utf-8',
  'widget.fr.json': 'application/json; charset=utf-8',
  'widget.es.json': 'application/json; charset=utf-8',
}

type Packed = { readonly etag: string; readonly bodies: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>> }

export const serveWidget =
  (folder: string = built) =>
  async (http: FastifyInstance): Promise<void> => {
    for (const [name, type] of Object.entries(files)) {
      const path = join(folder, name)
      let packed: Packed | undefined
      http.get(`/${name}`, async (request, reply) => {
        // A server may start before the build.
        if (!packed && existsSync(path)) packed = pack(readFileSync(path))
        if (!packed) throw notFound()
        return send(request, reply.type(type), packed)
      })
    }
  }

function pack(script: Buffer): Packed {
  const etag = `W/"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { br: brotliCompressSync(script), gzip: gzipSync(script, { level: 9 }), identity: script } }
}

function send(request: FastifyRequest, reply: FastifyReply, { etag, bodies }: Packed): FastifyReply {
  reply
    .header('cache-control', caching)
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('access-control-allow-origin', '*')
    // Any origin may load it, including pages with cross-origin isolation.
    .header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}
