import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePages } from './pages.ts'

let folder: string
let http: FastifyInstance
beforeAll(async () => {
  folder = `${mkdtempSync(join(tmpdir(), 'twofold-pages-'))}/`
  for (const name of ['index.html', 'public.html']) writeFileSync(join(folder, name), `<title>${name}</title>`)
  http = Fastify()
  await servePages(http, folder)
})
afterAll(async () => {
  await http.close()
  rmSync(folder, { recursive: true })
})

const ask = async (url: string, accept: string | undefined, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode, headers, body } = await http.inject({ url, method, headers: accept ? { accept } : {} })
  return { status: statusCode, type: String(headers['content-type']).split(';')[0], body }
}
const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

it.each([undefined, '*/*', browser, 'text/plain', 'application/json', 'image/webp'])(
  'sends the page at / to a client that accepts %s',
  async (accept) => {
    expect(await ask('/', accept)).toMatchObject({ status: 200, type: 'text/html', body: '<title>index.html</title>' })
    expect(await ask('/', accept, 'HEAD')).toMatchObject({ status: 200, type: 'text/html', body: '' })
  },
)

it.each(['/portal', '/portal/', '/portal/donations?status=3', '/portal/payouts/12', '/login'])(
  'returns 200 for the screen at %s',
  async (url) => {
    expect(await ask(url, browser)).toMatchObject({ status: 200, type: 'text/html' })
  },
)

it.each(['/nonsense', '/portal/nonsense', '/portal/payouts/12/x', '/companies/a/b'])(
  'returns 404 with the page of the app for %s',
  async (url) => {
    for (const accept of [browser, undefined]) {
      expect(await ask(url, accept)).toMatchObject({
        status: 404,
        type: 'text/html',
        body: '<title>index.html</title>',
      })
    }
  },
)

it.each(['/api', '/api/', '/api/nonsense', '/metrics', '/health', '/health/live', '/version/1', '/assets/x.js'])(
  'returns 404 as JSON for %s, even to a browser',
  async (url) => {
    const { status, type, body } = await ask(url, browser)
    expect([status, type, JSON.parse(body).error]).toEqual([404, 'application/json', 'not_found'])
  },
)
