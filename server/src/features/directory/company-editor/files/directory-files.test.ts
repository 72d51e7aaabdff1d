import { readFile } from 'node:fs/promises'
import { directoryFiles } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'

type Cells = Readonly<Record<string, string>>

let app: TestApp
let support: string
beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  support = await app.signIn(await app.createUser({ isSuper: true }))
})
afterAll(() => app.stop())

const rowsOf = (text: string): Cells[] => parse<Cells>(text, { columns: true, bom: true })
const edition = async (file: string): Promise<Cells[]> =>
  rowsOf(await readFile(new URL(`../../../core/companies/directory/${file}`, import.meta.url), 'utf8'))
const download = async () => {
  const response = await app.sendRoute(directoryFiles.downloadDirectory, {}, { token: support })
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="companies-\d{4}-\d\d-\d\d\.csv"$/)
  return response.text()
}

test('the downloaded directory has the same cells as our own edition', async () => {
  const rows = new Map(rowsOf(await download()).map((row) => [row['name'], row]))
  const editionRows = await edition('companies.csv')
  const corrected = new Set((await edition('corrections.csv')).map(({ name }) => name))
  const identicalColumns = [
    'website',
    'country',
    'industry',
    'has_program',
    'ratio',
    'eligible_employees',
    'eligible_nonprofits',
  ]
  const otherColumns = [
    'excluded_nonprofits',
    'csr_platform',
    'verification',
    'deadline_rule',
    'volunteer_grant',
    'source_url',
  ]
  const columns = [...identicalColumns, ...otherColumns, 'as_of', 'submission_url']
  const pick = (row: Cells | undefined) => columns.map((column) => row?.[column])
  const pages = new Set(
    (await edition('ways.csv')).filter(({ kind }) => kind === 'program_page').map(({ name }) => name),
  )
  const expectedRows = editionRows
    .filter(({ name }) => !corrected.has(name ?? ''))
    .map((row) => (pages.has(row['name']) ? { ...row, submission_url: '' } : row))
  expect(expectedRows.length).toBeGreaterThan(300)
  for (const row of expectedRows) {
    const downloaded = rows.get(row['name'] ?? '')
    expect([row['name'], ...pick(downloaded)]).toEqual([row['name'], ...pick(row)])
    expect(Number(downloaded?.['max_amount_per_year'])).toBe(Number(row['max_amount_per_year']))
    expect(Number(downloaded?.['min_amount'])).toBe(Number(row['min_amount']))
  }
  for (const { name } of await edition('employers.csv')) expect(rows.has(name ?? '')).toBe(true)
})

test('escapes formulas in names, and lets only our support team download the file', async () => {
  await app.createCompanies([
    { name: '=HYPERLINK("http://evil.example","x") Mills', aliases: ['@sum(1)', 'Evil "Mills"'] },
  ])
  const evil = rowsOf(await download()).find(({ name }) => name?.includes('HYPERLINK'))
  expect(evil).toMatchObject({
    name: `'=HYPERLINK("http://evil.example","x") Mills`,
    aliases: `'@sum(1)|Evil "Mills"`,
    has_program: '',
    max_amount_per_year: '',
  })
  const member = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  expect((await app.refusal(directoryFiles.downloadDirectory, {}, { token: member })).status).toBe(403)
})
