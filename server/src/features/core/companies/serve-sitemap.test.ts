import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const read = async (path: string) => {
  const response = await fetch(path.startsWith('http') ? path : `${app.address}${path}`)
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}
const locationsIn = (text: string) => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

it('names the sitemap in robots.txt and keeps crawlers out of the portal except for its public pages', async () => {
  const { status, type, text } = await read('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toContain(`\nSitemap: ${app.address}/sitemap.xml\n`)
  expect(text.split('\n')).toEqual(expect.arrayContaining(['Allow: /portal/register', 'Disallow: /portal/']))
})

it('lists the page of every company that has one', async () => {
  const [gone] = await app.query<{ id: string }>(
    `INSERT INTO companies (name, origin, merged_into_id)
     SELECT 'Zzyx Gone & Merged', 'super', min(id) FROM companies RETURNING id`,
  )
  await app.createCompany({ name: 'Zzyx & Daughters' })
  const index = await read('/sitemap.xml')
  expect([index.status, index.type]).toEqual([200, 'application/xml'])
  const files = locationsIn(index.text)
  expect(files[0]).toBe(`${app.address}/sitemap/pages.xml`)
  const listed: string[] = []
  for (const file of files.slice(1)) listed.push(...locationsIn((await read(file)).text))
  const [{ count = 0 } = {}] = await app.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM companies WHERE merged_into_id IS NULL',
  )
  expect(listed).toHaveLength(count)
  expect(listed.some((address) => address.startsWith(`${app.address}/companies/${gone?.id}-`))).toBe(false)
  const mine = listed.find((address) => address.endsWith('-zzyx-daughters')) ?? ''
  for (const address of [mine, listed[0] ?? '', ...locationsIn((await read('/sitemap/pages.xml')).text).slice(-2)])
    expect([address, (await fetch(address, { redirect: 'manual' })).status]).toEqual([address, 200])
})

it('returns 404 for a file beyond the last company', async () => {
  expect((await read('/sitemap/companies-99999.xml')).status).toBe(404)
  expect((await read('/sitemap/companies-x.xml')).status).toBe(404)
})
