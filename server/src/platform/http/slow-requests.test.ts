import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { startTestApp, type TestApp } from '../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { requestWithinMs: 500 } })
})
afterAll(() => app.stop())

const sendSlowly = (begin: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.address).port), '127.0.0.1')
    let returned = ''
    let dripping: NodeJS.Timeout | undefined
    socket.on('connect', () => {
      socket.write(begin)
      dripping = setInterval(() => socket.write('a'), 50)
    })
    socket.on('data', (data) => {
      returned += data.toString()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(returned)
    })
  })

it('ends a request with endless headers', async () => {
  expect(await sendSlowly('GET / HTTP/1.1\r\nhost: a\r\nx-slow: ')).toMatch(/^HTTP\/1.1 408 /)
})

it('ends a request with an endless body', async () => {
  const head =
    'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n{"'
  expect(await sendSlowly(head)).toMatch(/^(HTTP\/1.1 408 |$)/)
})

it('does so within 60 s, including the check interval', () => {
  const { requestWithinMs } = readConfig({ SECRET: 'a-secret-of-the-tests-0123456789abcdef' })
  expect(requestWithinMs + Math.min(requestWithinMs / 2, 5_000)).toBeLessThanOrEqual(60_000)
})
