import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { handleErrors } from '../../../platform/http/handle-errors.ts'
import { serveWidget } from './serve-widget.ts'

const folder = mkdtempSync(join(tmpdir(), 'widget-'))
const http = Fastify()
handleErrors(http)
await http.register(serveWidget(folder))
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})
const get = (headers: Record<string, string> = {}, url = '/widget.js') => http.inject({ url, headers })

it('returns 404 before it is built, and the script as soon as it is', async () => {
  expect((await get()).statusCode).toBe(404)
  writeFileSync(join(folder, 'widget.js'), `console.log(${JSON.stringify('twofold '.repeat(200))})`)
  expect((await get()).statusCode).toBe(200)
})

it('can be loaded by any page and is cached for an hour', async () => {
  const { headers } = await get()
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    vary: 'accept-encoding',
  })
  expect(headers['set-cookie']).toBeUndefined()
})

it('is compressed if supported, and returns 304 if cached', async () => {
  const plain = await get()
  const packed = await get({ 'accept-encoding': 'gzip, deflate, br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect((await get({ 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  const known = await get({ 'if-none-match': String(plain.headers.etag) })
  expect(known.statusCode).toBe(304)
  expect(known.body).toBe('')
})

it.each(['fr', 'es'])('returns the texts in %s to any page', async (language) => {
  const url = `/widget.${language}.json`
  expect((await get({}, url)).statusCode).toBe(404)
  writeFileSync(join(folder, `widget.${language}.json`), '{"label":"?"}')
  const { headers, body } = await get({}, url)
  expect(body).toBe('{"label":"?"}')
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  })
})
