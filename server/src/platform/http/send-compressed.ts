import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

/** Bytes. Shorter texts fit into the packet of their headers. */
const minCompressedLength = 1024
const { BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants
/** Bytes. Compressing larger texts would block the event loop for too long. */
const asyncFromLength = 256 * 1024
const brotli = (text: string) => ({
  params: {
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_QUALITY]: 4,
    [BROTLI_PARAM_SIZE_HINT]: text.length,
  },
})
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const encoders = {
  br: {
    compressSync: (text: string): Buffer => brotliCompressSync(text, brotli(text)),
    compressAsync: (text: string): Promise<Buffer> => compressBrotli(text, brotli(text)),
  },
  gzip: {
    compressSync: (text: string): Buffer => gzipSync(text),
    compressAsync: (text: string): Promise<Buffer> => compressGzip(text),
  },
} as const

/** Sends text, compressed if the client accepts it. Large texts are compressed on another thread. */
export function sendCompressed(reply: FastifyReply, text: string): FastifyReply | Promise<FastifyReply> {
  if (text.length < minCompressedLength) return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(reply.request.headers['accept-encoding'])
  if (!encoding) return reply.send(text)
  const send = (compressed: Buffer) => reply.header('content-encoding', encoding).send(compressed)
  return text.length < asyncFromLength
    ? send(encoders[encoding].compressSync(text))
    : encoders[encoding].compressAsync(text).then(send)
}

/** Weight 0 (`br;q=0`) excludes an encoding; `*` accepts all. */
function encodingFor(accepted: string | string[] | undefined): keyof typeof encoders | null {
  if (accepted === undefined) return null
  const acceptedByName = new Map<string, boolean>()
  for (const part of String(accepted).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='))
    acceptedByName.set(name.trim(), weight === undefined || Number(weight.slice(2)) > 0)
  }
  const isAccepted = (encoding: string): boolean => acceptedByName.get(encoding) ?? acceptedByName.get('*') ?? false
  if (isAccepted('br')) return 'br'
  return isAccepted('gzip') ? 'gzip' : null
}
