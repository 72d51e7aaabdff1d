import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { answerErrors } from './answer-errors.ts'
import { health } from './health.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('while a new database is being filled the API asks for patience, and then it is there', async () => {
  let prepared = false
  const http = Fastify()
  answerErrors(http)
  http.get('/api/anything', async () => ({ ok: true }))
  health(http, app.platform, () => prepared)
  const statuses = async () =>
    Promise.all(['/healthz', '/readyz', '/api/anything'].map(async (url) => (await http.inject(url)).statusCode))

  expect(await statuses()).toEqual([200, 503, 503])
  expect((await http.inject('/api/anything')).headers['retry-after']).toBe('2')
  prepared = true
  expect(await statuses()).toEqual([200, 200, 200])
  await http.close()
})
