import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createFileSender } from './csv-file.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { requestWithinMs: 500 } })
})
afterAll(() => app.stop())

it('ends a download whose client stops reading', async ({ onTestFinished }) => {
  const sendFile = createFileSender()
  const ended = Promise.withResolvers<string>()
  const server = Fastify()
  onTestFinished(() => server.close())
  server.get('/', (_request, reply) =>
    sendFile({ platform: app.platform, reply, name: 'gifts' }, async (output) => {
      const endless = Readable.from(rows())
      await pipeline(endless, output).finally(() => ended.resolve(endless.readableAborted ? 'cut off' : 'complete'))
    }),
  )
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.pause().write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await ended.promise).toBe('cut off')
})

function* rows(): Generator<string> {
  for (;;) yield 'x'.repeat(65_536)
}
