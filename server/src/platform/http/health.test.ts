import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { handleErrors } from './handle-errors.ts'
import { health } from './health.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('the API returns 503 while a new database is being seeded, and works afterwards', async () => {
  let prepared = false
  const http = Fastify()
  handleErrors(http)
  http.get('/api/anything', async () => ({ ok: true }))
  health(http, app.platform, { isPrepared: () => prepared, isDraining: () => false })
  const statuses = async () =>
    Promise.all(['/healthz', '/readyz', '/api/anything'].map(async (url) => (await http.inject(url)).statusCode))

  expect(await statuses()).toEqual([200, 503, 503])
  expect((await http.inject('/api/anything')).headers['retry-after']).toBe('2')
  prepared = true
  expect(await statuses()).toEqual([200, 200, 200])
  await http.close()
})

test('while it drains, /readyz returns 503, everything is served, and connections are not kept alive', async () => {
  let isDraining = false
  const http = Fastify()
  http.get('/api/anything', async () => ({ ok: true }))
  health(http, app.platform, { isPrepared: () => true, isDraining: () => isDraining })
  const address = await http.listen({ port: 0 })
  const connectionOf = async () => (await http.inject('/api/anything')).headers.connection
  expect([(await fetch(`${address}/readyz`)).status, await connectionOf()]).toEqual([200, 'keep-alive'])
  isDraining = true
  expect([(await fetch(`${address}/readyz`)).status, await connectionOf()]).toEqual([503, 'close'])
  expect((await fetch(`${address}/api/anything`)).status).toBe(200)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  await http.close()
})

test('GET /version returns the version of package.json and the commit', async () => {
  const response = await fetch(`${app.address}/version`)
  expect(response.headers.get('content-type')).toContain('application/json')
  const commit = expect.toSatisfy((value: unknown) => value === null || /^[0-9a-f]{40}$/.test(String(value)))
  expect(await response.json()).toEqual({ version: packageJson.version, commit })
})
