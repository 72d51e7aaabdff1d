import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Shorter ones fit into the packet that their headers need anyway. */
const worthFrom = 1024
const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants
const ways = {
  br: (text: string) =>
    brotliCompressSync(text, {
      params: {
        [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
        [BROTLI_PARAM_QUALITY]: 4,
        [BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: string) => gzipSync(text),
} as const

/**
 * Sends text, compressed where its reader can read that. At once: a page of the list, 38 KB, takes 0.15 ms, where a stream for each
 * answer took a tenth of all that Node did for people at work.
 */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply {
  if (text.length < worthFrom) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const way = wayFor(reply.request.headers['accept-encoding'])
  return way ? reply.header('content-encoding', way).send(ways[way](text)) : reply.send(text)
}

/** The best of ours that a reader names, unless at nothing (`br;q=0`); `*` names all. */
function wayFor(accepted: string | string[] | undefined): keyof typeof ways | null {
  if (accepted === undefined) return null
  const named = new Map<string, boolean>()
  for (const part of String(accepted).toLowerCase().split(',')) {
    const [name = '', ...more] = part.split(';')
    const weight = more.map((each) => each.trim()).find((each) => each.startsWith('q='))
    named.set(name.trim(), weight === undefined || Number(weight.slice(2)) > 0)
  }
  const isRead = (way: string): boolean => named.get(way) ?? named.get('*') ?? false
  if (isRead('br')) return 'br'
  return isRead('gzip') ? 'gzip' : null
}
