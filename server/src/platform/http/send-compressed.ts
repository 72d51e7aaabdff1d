import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Shorter texts fit into the same packet as their headers. */
const worthFrom = 1024
const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants
/** From this size on, compression would block the event loop for too long: 60 ms for 2.5 MB. */
const besideFrom = 256 * 1024
const brotli = (text: string) => ({
  params: {
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_QUALITY]: 4,
    [BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
const brotliBeside = promisify(brotliCompress)
const gzipBeside = promisify(gzip)
const ways = {
  br: {
    atOnce: (text: string): Buffer => brotliCompressSync(text, brotli(text)),
    beside: (text: string): Promise<Buffer> => brotliBeside(text, brotli(text)),
  },
  gzip: {
    atOnce: (text: string): Buffer => gzipSync(text),
    beside: (text: string): Promise<Buffer> => gzipBeside(text),
  },
} as const

/**
 * Sends text, compressed if the client accepts it. Small texts are compressed synchronously: 0.15 ms for a list page of
 * 38 KB. A stream per response took a tenth of Node's time. Large texts are compressed on another thread.
 */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (text.length < worthFrom) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const way = wayFor(reply.request.headers['accept-encoding'])
  if (!way) return reply.send(text)
  const send = (packed: Buffer) => reply.header('content-encoding', way).send(packed)
  return text.length < besideFrom ? send(ways[way].atOnce(text)) : ways[way].beside(text).then(send)
}

/** Returns our preferred encoding among the accepted ones, except those with weight 0 (`br;q=0`); `*` accepts all. */
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
