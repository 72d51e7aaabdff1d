import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Bytes. Shorter texts fit into the packet of their headers. */
const worthFrom = 1024
const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants
/** Bytes. Compressing larger texts would block the event loop for too long. */
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

/** Sends text, compressed if the client accepts it. Large texts are compressed on another thread. */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (text.length < worthFrom) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const way = wayFor(reply.request.headers['accept-encoding'])
  if (!way) return reply.send(text)
  const send = (packed: Buffer) => reply.header('content-encoding', way).send(packed)
  return text.length < besideFrom ? send(ways[way].atOnce(text)) : ways[way].beside(text).then(send)
}

/** Weight 0 (`br;q=0`) excludes an encoding; `*` accepts all. */
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
