import { directory } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations, withoutTenant } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { languages } from '../texts/index.ts'
import { listPoliciesOn, loadStarterDirectory, scheduleReevaluation } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T14:00:00Z'), config: { role: 'web' } })
})
afterAll(() => app.stop())

const load = () => loadStarterDirectory(app.platform)
const newEdition = () => app.query("UPDATE directory_editions SET digest = digest || ' of before'")
const one = async (text: string, ...values: unknown[]): Promise<Record<string, unknown>> =>
  (await app.query(text, values))[0] ?? {}
const policyOf = async (name: string) => {
  const { id } = await one('SELECT id FROM companies WHERE name = $1', name)
  const policies = await withoutTenant(app.platform.database, (db) => listPoliciesOn(db, [Number(id)], '2026-06-15'))
  return policies.get(Number(id))
}

test('loads an edition once and completely', async () => {
  await load()
  const counts = await one(`SELECT (SELECT count(*)::int FROM companies WHERE origin = 'directory') AS companies,
    (SELECT count(*)::int FROM policies WHERE superseded_at IS NULL) AS policies,
    (SELECT count(*)::int FROM platforms) AS platforms`)
  expect(counts).toEqual({ companies: 1139, policies: 379, platforms: 31 })
  const [edition] = await app.query('SELECT number, companies, policies_changed FROM directory_editions')
  expect(edition).toEqual({ number: 1, companies: 1139, policies_changed: 379 })
  await load()
  expect(await app.query('SELECT FROM directory_editions')).toHaveLength(1)
})

test('42 programs have a destination for donors: their own address or their platform', async () => {
  const { count } = await one(`SELECT count(*)::int FROM policies p WHERE superseded_at IS NULL AND method = 'csr'
    AND (submission_url <> '' OR EXISTS (SELECT FROM platforms f WHERE f.id = p.csr_platform AND f.employee_steps <> '{}'))`)
  expect(count).toBe(42)
  const starbucks = await policyOf('Starbucks')
  expect(starbucks).toMatchObject({
    method: 'csr',
    submissionUrl: null,
    platform: { id: 'cybergrants', employeeUrl: null },
  })
  expect(starbucks?.platform?.employeeSteps.length).toBeGreaterThan(2)
})

test('a program page and a guideline document are not places to request a match', async () => {
  expect(await policyOf('CarMax')).toMatchObject({
    method: 'csr',
    submissionUrl: null,
    guideUrl: 'https://foundation.carmax.com/matching-gifts.html',
  })
  expect(await policyOf('Marsh McLennan')).toMatchObject({ method: 'form', submissionUrl: null, formUrl: null })
  expect(await policyOf('Google')).toMatchObject({
    submissionUrl: 'https://google.benevity.org',
    guideUrl: 'https://doublethedonation.com/forms/google-guidelines.pdf',
  })
})

test('has the steps on a platform in every language', async () => {
  const steps = await app.query<{ step: string }>('SELECT DISTINCT unnest(employee_steps) AS step FROM platforms')
  expect(steps.length).toBeGreaterThan(40)
  for (const { step } of steps) {
    expect(languages.en.translateStep(step).words).not.toMatch(/the employer/)
    for (const language of [languages.fr, languages.es]) {
      expect(language.translateStep(step).locale, step).toBe(language.locale)
      expect(language.translateStep(step).words, step).not.toBe(step)
    }
  }
})

test('corrects values that the columns cannot express: maximums of the gift and in Canadian dollars', async () => {
  expect(await policyOf('ExxonMobil')).toMatchObject({ maximumBasis: 'gift', maxPerYearCents: 750_000 })
  expect(await policyOf('TELUS')).toMatchObject({ currency: 'CAD', maxPerYearCents: 250_000 })
  expect(await policyOf('Apple')).toMatchObject({ maximumBasis: 'match', currency: 'USD' })
})

test('a subsidiary takes over names that its parent loses', async () => {
  const owners = await app.query(
    `SELECT c.name FROM company_aliases a JOIN companies c ON c.id = a.company_id WHERE a.name = 'UCLA'`,
  )
  expect(owners).toEqual([{ name: 'University of California, Los Angeles' }])
  const { parent } = await one(
    `SELECT p.name AS parent FROM companies c JOIN companies p ON p.id = c.parent_id WHERE c.name = 'Dow Jones'`,
  )
  expect(parent).toBe('News Corp')
})

test('the next edition applies its changes and keeps all data that people entered', async () => {
  const user = await app.createUser()
  await app.query(
    `INSERT INTO company_aliases (company_id, name) SELECT id, 'Blue Giant' FROM companies WHERE name = 'IBM'`,
  )
  await app.query(
    `INSERT INTO company_aliases (company_id, name, origin) SELECT id, 'Gone Brand', 'directory' FROM companies WHERE name = 'IBM'`,
  )
  await app.query(
    `UPDATE policies SET superseded_at = now() WHERE company_id = (SELECT id FROM companies WHERE name = 'Boeing')`,
  )
  await app.query(
    `INSERT INTO policies (company_id, version, program, ratio, source_url, entered_by)
     SELECT id, 2, 'yes', '3:1', 'https://example.org/seen', $1 FROM companies WHERE name = 'Boeing'`,
    [user.id],
  )
  await app.query(
    `UPDATE policies SET ratio = '9:1' WHERE company_id = (SELECT id FROM companies WHERE name = 'Google')`,
  )
  await app.query(`UPDATE platforms SET name = 'Benevity, as we know it', entered_by = $1 WHERE id = 'benevity'`, [
    user.id,
  ])
  await newEdition()
  await load()
  const [, second] = await app.query('SELECT number, policies_changed FROM directory_editions ORDER BY number')
  expect(second).toEqual({ number: 2, policies_changed: 1 })
  expect((await policyOf('Boeing'))?.ratio).toBe('3:1')
  expect((await policyOf('Google'))?.ratio).toBe('1:1')
  const versions = await app.query(
    `SELECT version, ratio, superseded_at IS NULL AS is_current FROM policies
     WHERE company_id = (SELECT id FROM companies WHERE name = 'Google') ORDER BY version`,
  )
  expect(versions).toEqual([
    { version: 1, ratio: '9:1', is_current: false },
    { version: 2, ratio: '1:1', is_current: true },
  ])
  const aliases = await app.query(
    `SELECT a.name FROM company_aliases a JOIN companies c ON c.id = a.company_id WHERE c.name = 'IBM' AND a.name IN ('Blue Giant', 'Gone Brand')`,
  )
  expect(aliases).toEqual([{ name: 'Blue Giant' }])
  expect(await one(`SELECT name FROM platforms WHERE id = 'benevity'`)).toEqual({ name: 'Benevity, as we know it' })
})

test('an edition leaves a renamed company and its removed names and domains unchanged', async () => {
  const token = await app.signIn(await app.createUser({ isSuper: true }))
  const { id } = await one(`SELECT id FROM companies WHERE name = 'Starbucks'`)
  const { company } = await app.call(directory.getDirectoryCompany, { params: { companyId: Number(id) } }, { token })
  const [gone, ...aliases] = company.aliases
  const [domain, ...email_domains] = company.email_domains
  expect([gone, domain]).not.toContain(undefined)
  const body = { ...company, name: 'Starbucks Coffee Group', website: 'https://coffee.example', aliases, email_domains }
  await app.call(directory.saveDirectoryCompany, { body }, { token })
  await newEdition()
  await load()
  const { company: after } = await app.call(
    directory.getDirectoryCompany,
    { params: { companyId: Number(id) } },
    { token },
  )
  expect(after).toEqual(body)
  expect(await app.query(`SELECT FROM companies WHERE name = 'Starbucks'`)).toEqual([])
})

test('schedules an evaluation of open matches of a changed company', async () => {
  const organizationId = await app.createOrganization()
  const [google] = await app.query<{ id: string }>(`SELECT id FROM companies WHERE name = 'Google'`)
  await app.createDonations(
    [9, 7, 4, 20].map((status) => ({ organization: organizationId, company: Number(google?.id), status })),
  )
  await app.query(
    `UPDATE policies SET ratio = '9:1' WHERE superseded_at IS NULL AND company_id = (SELECT id FROM companies WHERE name = 'Google')`,
  )
  await newEdition()
  await load()
  const due = await app.query(
    `SELECT status_id FROM donations WHERE organization_id = $1 AND look_again_at IS NOT NULL ORDER BY status_id`,
    [organizationId],
  )
  expect(due).toEqual([{ status_id: 7 }, { status_id: 9 }])
})

test('locks matches in the common order, regardless of their position and their gift date', async () => {
  const company = await app.createCompany()
  const organization = await app.createOrganization()
  const days = ['2026-05-02', '2026-05-01', '2026-05-03']
  const [first = 0, ...others] = await app.createDonations(
    days.map((day) => ({ organization, company, status: 7, at: `${day} 10:00` })),
  )
  await app.query("UPDATE donations SET transaction_id = 'moved' WHERE id = $1", [first])
  const writer = new pg.Client({ connectionString: app.database.connectionString })
  await writer.connect()
  try {
    await writer.query("SET deadlock_timeout = '10ms'") // the backend in a deadlock with the shortest timeout is aborted
    await writer.query('BEGIN')
    await writer.query('SELECT FROM donations WHERE id = $1 FOR UPDATE', [first])
    const looking = acrossOrganizations(app.platform.database, (db) => scheduleReevaluation(db, [company], app.clock()))
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%look_again_at%'`
    await expect.poll(() => app.query(waiting)).not.toEqual([])
    await writer.query('SELECT FROM donations WHERE id = ANY ($1) FOR UPDATE', [others])
    await writer.query('COMMIT')
    expect(await looking).toBe(3)
  } finally {
    await writer.end()
  }
})
