import { companies, companyPagePath } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let ids: Map<string, number>
beforeAll(async () => {
  app = await startTestApp()
  ids = await app.createCompanies([
    {
      name: 'Zzyx Lantern Bank',
      aliases: ['Lanternhill'],
      policy: {
        ratio: '1:1',
        min_amount_cents: 2_500,
        max_per_year_cents: 500_000,
        method: 'csr',
        csr_platform: 'benevity',
        eligible_employees: '{full-time,"retirees (2000 cap)"}',
        excluded_nonprofits: '{religious}',
        deadline_rule: 'days:90',
        volunteer_grant: 'block:250/25',
        source_url: 'https://www.lantern.example/giving/our-matching-gift-program.html',
        as_of: '2026-03',
      },
    },
    { name: 'Zzyx Lantern Insurance' },
    { name: 'Zzyx Quiet', policy: { source_url: 'https://jobs.example' } },
    { name: 'Zzyx Board', policy: { ratio: '1:1', eligible_employees: '{"board members"}' } },
    { name: 'Zzyx None', policy: { program: 'no' } },
    { name: 'Zzyx <b>Odd</b> & Söhne' },
  ])
  await app.query('UPDATE companies SET parent_id = $1 WHERE id = $2', [
    idOf('Zzyx Lantern Bank'),
    idOf('Zzyx Lantern Insurance'),
  ])
  await app.query('UPDATE policies SET further_sources = $1 WHERE company_id = $2', [
    JSON.stringify(furtherSources),
    idOf('Zzyx Lantern Bank'),
  ])
})
afterAll(() => app.stop())

const furtherSources = [
  { columns: ['deadline_rule'], source_url: 'https://news.example/a-b', as_of: '' },
  { columns: ['ratio'], source_url: 'javascript:alert(1)', as_of: '2020' },
]

const idOf = (name: string): number => ids.get(name) ?? 0
const list = async (query: Record<string, unknown> = {}) =>
  (await app.call(companies.listCompanies, { query: { search: 'zzyx', ...query } })).companies
const page = async (path: string) => {
  const answer = await fetch(`${app.address}${path}`, { redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('the list of companies', () => {
  it('shows known programs first with their level of detail, and hides programs for directors only', async () => {
    expect((await list()).map(({ name, level, has_program, ratio }) => [name, level, has_program, ratio])).toEqual([
      ['Zzyx Lantern Bank', 'rules', 'yes', '1:1'],
      ['Zzyx Lantern Insurance', 'rules', 'yes', '1:1'],
      ['Zzyx Quiet', 'program', 'yes', null],
      ['Zzyx <b>Odd</b> & Söhne', 'unconfirmed', 'unknown', null],
      ['Zzyx Board', 'unconfirmed', 'unknown', null],
      ['Zzyx None', 'none', 'no', null],
    ])
  })

  it('filters companies by the known level of detail', async () => {
    const namesOf = async (level: string) => (await list({ level })).map(({ name }) => name)
    expect(await namesOf('rules')).toEqual(['Zzyx Lantern Bank', 'Zzyx Lantern Insurance'])
    expect(await namesOf('program')).toEqual(['Zzyx Quiet'])
    expect(await namesOf('none')).toEqual(['Zzyx None'])
  })

  it('includes eligible people, the deadline and the source in words', async () => {
    expect((await list({ search: 'lanternhill' }))[0]).toMatchObject({
      text: 'Zzyx Lantern Bank matches employee gifts 1:1, from $25 up to $5,000 a year.',
      who: 'full-time and retirees (up to $2,000)',
      nonprofits: 'not religious',
      deadline: 'within 90 days of the gift',
      platform_name: 'Benevity',
      source: { title: 'Our matching gift program (lantern.example)' },
      as_of: '2026-03',
    })
  })

  it('omits directors-only programs from a search for matching employers', async () => {
    const names = await app.call(companies.searchCompanyNames, {
      params: { text: 'zzyx' },
      query: { exclude: 'true' },
    })
    const found = names.names.map(({ name }) => name)
    expect(found).toContain('Zzyx Lantern Insurance')
    expect(found).not.toContain('Zzyx Board')
    expect(found).not.toContain('Zzyx None')
  })
})

describe("a company's public page", () => {
  it('shows the policy in sentences with dated sources, and runs no script', async () => {
    const path = companyPagePath.of({ id: idOf('Zzyx Lantern Bank'), name: 'Zzyx Lantern Bank' })
    const { status, headers, text } = await page(path)
    expect(status).toBe(200)
    expect(text).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(headers.get('x-robots-tag')).toBeNull()
    expect(text).toContain(`<link rel="canonical" href="${app.platform.publicUrl()}${path}">`)
    for (const words of [
      '<h1>Zzyx Lantern Bank</h1>',
      'matches employee gifts 1:1, from $25 up to $5,000 a year.',
      'Eligible: full-time and retirees (up to $2,000).',
      'The match must be requested within 90 days of the gift.',
      'giving portal on Benevity.',
      '$250 per 25 volunteer hours.',
      '>Our matching gift program (lantern.example)</a>, Mar 2026',
      '>A b (news.example)</a>, undated: the deadline',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('href="javascript:')
  })

  it('shows a subsidiary its parent’s policy and names the parent', async () => {
    const path = companyPagePath.of({ id: idOf('Zzyx Lantern Insurance'), name: 'Zzyx Lantern Insurance' })
    const { text } = await page(path)
    expect(text).toMatch(
      /It’s part of <a href="\/companies\/\d+-zzyx-lantern-bank">Zzyx Lantern Bank<\/a> and follows its policy\./,
    )
  })

  it('has one canonical address with redirects, and escapes its content', async () => {
    const id = idOf('Zzyx <b>Odd</b> & Söhne')
    const { status, headers } = await page(`/companies/${id}-an-old-name`)
    expect([status, headers.get('location')]).toEqual([301, `/companies/${id}-zzyx-b-odd-b-sohne`])
    const { text } = await page(`/companies/${id}-zzyx-b-odd-b-sohne`)
    expect(text).toContain('<h1>Zzyx &lt;b&gt;Odd&lt;/b&gt; &amp; Söhne</h1>')
    expect(text).toContain('We don’t know yet whether')
  })

  it.each(['/companies/999999999', '/companies/acme', '/companies/%00', '/companies/12x'])(
    'returns 404 at %s',
    async (path) => {
      expect((await page(path)).status).toBe(404)
    },
  )
})
