import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendCompressed } from './send-compressed.ts'

const ask = async (text: string, encoding: string) => {
  const http = fastify()
  let isSentAtOnce: boolean | undefined
  http.get('/', async (_, reply) => {
    const sending = sendCompressed(reply.type('application/json; charset=utf-8'), text)
    isSentAtOnce = reply.sent
    return sending
  })
  const { statusCode, headers, rawPayload } = await http.inject({ url: '/', headers: { 'accept-encoding': encoding } })
  await http.close()
  return { statusCode, headers, rawPayload, isSentAtOnce }
}
const open = { br: brotliDecompressSync, gzip: gunzipSync } as const
const large = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: 'Zéphyr Works' })))
const small = large.slice(0, 40_000)

test.each([
  ['br', small, true],
  ['gzip', small, true],
  ['br', large, false],
  ['gzip', large, false],
] as const)(
  'with %s, compresses small texts synchronously and large texts without blocking other requests',
  async (way, text, atOnce) => {
    const { statusCode, headers, rawPayload, isSentAtOnce } = await ask(text, way)
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, way, 'accept-encoding'])
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(open[way](rawPayload).toString() === text).toBe(true)
    expect(isSentAtOnce).toBe(atOnce)
  },
)

test('sends uncompressed text to a client that supports neither encoding', async () => {
  const { headers, rawPayload } = await ask(large, 'br;q=0, deflate')
  expect(headers['content-encoding']).toBeUndefined()
  expect(rawPayload.toString() === large).toBe(true)
})
