import { companyPagePath, operatorPages, portalPath, type RateLimit, screens } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import { readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { type Html, html } from '../../../platform/http/plain-page.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { getLastCompanyId, listCompanyPages } from './companies.queries.ts'

const rate: RateLimit = { max: 60, seconds: 60 }
/** A file reads one range of the primary key. The protocol allows 50,000 addresses per file. */
const idsPerFile = 10_000
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const publicPages = [
  screens.publicCompanies,
  screens.register,
  screens.faq,
  screens.contact,
  operatorPages.privacy,
  operatorPages.terms,
]

/** Crawlers may visit only the public pages of the portal. */
export async function serveSitemap(http: FastifyInstance, platform: Platform): Promise<void> {
  const address = (path: string): string => `${platform.publicUrl()}${path}`
  const send = (body: Html) => `<?xml version="1.0" encoding="UTF-8"?>\n${body.html}\n`
  const urls = (paths: readonly string[]): string =>
    send(html`<urlset xmlns="${schema}">${paths.map((path) => html`<url><loc>${address(path)}</loc></url>`)}</urlset>`)

  http.get('/robots.txt', async (_request, reply) => {
    const allowed = publicPages.filter((path) => path.startsWith(`${portalPath}/`)).map((path) => `Allow: ${path}`)
    const lines = [
      'User-agent: *',
      ...allowed,
      `Disallow: ${portalPath}/`,
      '',
      `Sitemap: ${address('/sitemap.xml')}`,
      '',
    ]
    return reply.type('text/plain; charset=utf-8').send(lines.join('\n'))
  })

  http.get('/sitemap.xml', async (request, reply) => {
    await platform.rates.takeOfClient('sitemap', rate, request.ip)
    const lastId = await withoutTenant(readOnly(platform.database), getLastCompanyId)
    const files = Array.from({ length: Math.ceil(lastId / idsPerFile) }, (_, at) => `/sitemap/companies-${at + 1}.xml`)
    const maps = ['/sitemap/pages.xml', ...files].map((path) => html`<sitemap><loc>${address(path)}</loc></sitemap>`)
    return reply.type('application/xml').send(send(html`<sitemapindex xmlns="${schema}">${maps}</sitemapindex>`))
  })

  http.get('/sitemap/pages.xml', async (_request, reply) => reply.type('application/xml').send(urls(publicPages)))

  http.get<{ Params: { file: string } }>('/sitemap/companies-:file(^\\d{1,6}).xml', async (request, reply) => {
    await platform.rates.takeOfClient('sitemap', rate, request.ip)
    const last = Number(request.params.file) * idsPerFile
    const range = { after: last - idsPerFile, last }
    const companies = await withoutTenant(readOnly(platform.database), (db) => listCompanyPages(db, range))
    if (companies.length === 0) return reply.callNotFound()
    return reply.type('application/xml').send(urls(companies.map(companyPagePath.of)))
  })
}
