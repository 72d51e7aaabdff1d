import { donations, policies } from '@twofold/contract'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'
import { applyTimeTransitions } from '../../../matches/matches/index.ts'

let app: TestApp
let org: number
let token: string
let company: number
let name: string

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-06-15T15:00:00Z')
  org = await app.createOrganization({ name: 'Riverbend' })
  token = await app.signIn(await app.createMember(org, 'write'))
  name = `Tinder Works ${org}`
  const policy = {
    method: 'csr',
    submission_url: 'https://give.tinder.example',
    ratio: '1:1',
    min_amount_cents: 10_000,
    eligible_nonprofits: '{"colleges and universities (2:1)"}',
    excluded_nonprofits: '{religious}',
    deadline_rule: 'days:180',
    source_url: 'https://www.tinder.example/giving/matching-gifts',
    as_of: '2025-11',
  }
  company = (await app.createCompanies([{ name, policy }])).get(name) ?? 0
  await app.query(
    `UPDATE policies SET further_sources = '[{"columns":["deadline_rule"],"source_url":"https://hr.tinder.example/benefits-book","as_of":"2024"}]' WHERE company_id = $1`,
    [company],
  )
})

const blank = {
  start_date: '2026-01-01',
  end_date: '2026-12-31',
  ratio: null,
  min_amount: null,
  max_per_gift: null,
  max_per_year: null,
  deadline_rule: null,
  note: '',
}
const params = () => ({ id: org, companyId: company })
const read = () => app.call(policies.getOrganizationCompany, { params: params() }, { token })
const save = (terms: Record<string, unknown>) =>
  app.call(policies.saveOwnPolicy, { params: params(), body: { ...blank, ...terms } }, { token })
const processReevaluations = async () => {
  app.clock.advance({ minutes: 1 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
}
const match = async (id: number) => (await app.call(donations.getDonation, { params: { id } }, { token })).donation

test('a company’s page has every fact with its source and date, and the organization’s gifts', async () => {
  await recordDonation(app, org, { email: 'ann@example.org', employer: name, amountCents: 20_000 })
  await recordDonation(app, org, { email: 'ann@example.org', employer: name, amountCents: 30_000 })
  await recordDonation(app, org, { email: 'bo@example.org', employer: name, amountCents: 20_000 })
  const page = await read()
  expect(page.gifts).toEqual({ donors: 2, gifts: 3, open: 0, submitted: 0, completed: 0, is_whole: true })
  expect(page.facts).toContainEqual({
    term: 'Ratio',
    text: '1:1',
    source: `Matching gifts (${name})`,
    source_url: 'https://www.tinder.example/giving/matching-gifts',
    learned: 'Nov 2025',
  })
  expect(page.facts.find(({ term }) => term === 'Deadline')).toMatchObject({
    text: 'within 180 days of the gift',
    source: `Benefits book (${name})`,
    learned: '2024',
  })
  expect(page.versions).toMatchObject([{ version: 1, by: null }])
  expect(page.own_policies).toEqual([])
})

test('versions list their differences from the previous one', async () => {
  await app.query('UPDATE policies SET superseded_at = now() WHERE company_id = $1', [company])
  await app.query(
    `INSERT INTO policies (company_id, version, program, ratio, method, source_url) VALUES ($1, 2, 'yes', '3:1', 'csr', '')`,
    [company],
  )
  const [latest, first] = (await read()).versions
  expect(latest?.changes).toContainEqual({ term: 'Ratio', from: '1:1', to: '3:1' })
  expect(latest?.changes).toContainEqual({ term: 'Deadline', from: 'within 180 days of the gift', to: '' })
  expect(first?.changes).toContainEqual({ term: 'Ratio', from: '', to: '1:1' })
})

test('an own policy applies to the organization’s gifts on its days, in estimate, trace and next steps', async () => {
  await app.query("UPDATE organizations SET category_ids = '{}' WHERE id = $1", [org])
  await app.query("UPDATE policies SET eligible_nonprofits = '{}' WHERE company_id = $1", [company])
  const small = await recordDonation(app, org, { email: 'ann@example.org', employer: name, amountCents: 5_000 })
  const early = await recordDonation(app, org, {
    email: 'cy@example.org',
    employer: name,
    amountCents: 5_000,
    day: '2026-02-01',
  })
  expect([small.statusId, early.statusId]).toEqual([10, 10])
  const body = { ...blank, ratio: '3:1', min_amount: 0, start_date: '2026-06-01' }
  const review = await app.call(policies.reviewOwnPolicy, { params: params(), body }, { token })
  expect(review).toMatchObject({
    gifts: 1,
    moves: [{ from_status_id: 10, to_status_id: 7, count: 1 }],
    examples: [{ donation_id: small.id, from_status_id: 10, to_status_id: 7, estimated_from: 0, estimated_to: 150 }],
    estimated_from: 0,
    estimated_to: 150,
    is_whole: true,
  })
  expect((await read()).own_policies).toEqual([])
  expect((await match(small.id)).status_id).toBe(10)

  const saved = await save(body)
  expect(saved.own_policies).toMatchObject([
    { ratio: '3:1', text: '3:1, no minimum, from June 1, 2026 to December 31, 2026', is_parents: false },
  ])
  await processReevaluations()
  const detail = await match(small.id)
  expect([detail.status_id, detail.matched]).toEqual([7, 150])
  expect(detail.why?.trace.map(({ text }) => text)).toContain(
    `Using your custom policy for ${name} (3:1, no minimum, from June 1, 2026 to December 31, 2026).`,
  )
  expect(detail.next_steps).toContain(`Using your custom policy for ${name} (3:1).`)
  expect((await match(early.id)).status_id).toBe(10)

  const ofOwn = { params: { ...params(), ownPolicyId: saved.own_policies[0]?.id ?? 0 } }
  expect(await app.call(policies.reviewRemoval, ofOwn, { token })).toMatchObject({
    gifts: 1,
    moves: [{ from_status_id: 7, to_status_id: 10, count: 1 }],
    estimated_from: 150,
    estimated_to: 0,
  })
  expect((await read()).own_policies).toHaveLength(1)
  const removed = await app.call(policies.removeOwnPolicy, ofOwn, { token })
  expect(removed.own_policies).toEqual([])
  await processReevaluations()
  expect((await match(small.id)).status_id).toBe(10)
})

test('shows US limits as US$ to a nonprofit with gifts in Canadian dollars', async () => {
  const american = async () => JSON.stringify(await read()).match(/.{3}\$[\d,]+/g) ?? []
  await save({ max_per_year: 5_000 })
  for (const amount of await american()) expect(amount).not.toContain('US$')
  await app.query("UPDATE organizations SET currency = 'CAD' WHERE id = $1", [org])
  const amounts = await american()
  expect(amounts.length).toBeGreaterThan(3)
  for (const amount of amounts) expect(amount).toContain('US$')
})

test('applies to chapters, which see its owner, and to no one else', async () => {
  await app.query("UPDATE policies SET eligible_nonprofits = '{}' WHERE company_id = $1", [company])
  const chapter = await app.createOrganization({ name: 'North' })
  await app.query('UPDATE organizations SET parent_id = $1 WHERE id = $2', [org, chapter])
  const stranger = await app.createOrganization({ name: 'Stranger' })
  await save({ ratio: '3:1', min_amount: 0 })
  expect((await recordDonation(app, chapter, { email: 'n@example.org', employer: name })).statusId).toBe(7)
  expect((await recordDonation(app, stranger, { email: 's@example.org', employer: name })).statusId).toBe(10)
  const asked = { params: { id: chapter, companyId: company } }
  const ofChapter = await app.signIn(await app.createMember(chapter, 'write'))
  const seen = await app.call(policies.getOrganizationCompany, asked, { token: ofChapter })
  expect(seen.own_policies).toMatchObject([{ ratio: '3:1', is_parents: true }])
  const ofStranger = await app.signIn(await app.createMember(stranger, 'write'))
  const others = { params: { id: stranger, companyId: company } }
  expect((await app.call(policies.getOrganizationCompany, others, { token: ofStranger })).own_policies).toEqual([])
  const params = { ...asked.params, ownPolicyId: seen.own_policies[0]?.id ?? 0 }
  expect((await app.refusal(policies.removeOwnPolicy, { params }, { token: ofChapter })).status).toBe(404)
})

test('matches a company that the directory excludes or does not have', async () => {
  await app.query("UPDATE organizations SET category_ids = '{27}' WHERE id = $1", [org])
  await app.query("UPDATE policies SET program = 'no' WHERE company_id = $1", [company])
  await save({ ratio: '2:1', min_amount: 0 })
  expect((await recordDonation(app, org, { email: 'ann@example.org', employer: name })).statusId).toBe(7)
  const unknown = `Nowhere ${org}`
  const id = (await app.createCompanies([{ name: unknown }])).get(unknown) ?? 0
  const body = { ...blank, ratio: '2:1' }
  await app.call(policies.saveOwnPolicy, { params: { id: org, companyId: id }, body }, { token })
  expect((await recordDonation(app, org, { email: 'ann@example.org', employer: unknown })).statusId).toBe(9)
})

test('refuses invalid values with an explanation', async () => {
  const refusal = async (terms: Record<string, unknown>) =>
    app.refusal(policies.saveOwnPolicy, { params: params(), body: { ...blank, ...terms } }, { token })
  expect((await refusal({})).fields).toEqual({ ratio: policies.policyMessages.nothing })
  expect((await refusal({ ratio: 'double' })).fields).toEqual({ ratio: policies.policyMessages.ratio })
  expect((await refusal({ ratio: '2:1', end_date: '2025-01-01' })).fields).toEqual({
    end_date: policies.policyMessages.days,
  })
  expect((await refusal({ deadline_rule: 'soon' })).fields).toEqual({ deadline_rule: policies.policyMessages.deadline })
  const [own] = (await save({ ratio: '2:1' })).own_policies
  const overlap = await refusal({ ratio: '3:1', start_date: '2026-12-31', end_date: null })
  expect([overlap.status, overlap.message]).toEqual([
    409,
    `You already have your own policy for ${name}, from January 1, 2026 to December 31, 2026. End it first or choose other dates.`,
  ])
  const changed = await save({ ratio: '3:1', own_policy_id: own?.id })
  expect(changed.own_policies.map(({ id, ratio }) => [id, ratio])).toEqual([[own?.id, '3:1']])
  expect(
    (await refusal({ ratio: '3:1', own_policy_id: 999_999, start_date: '2030-01-01', end_date: null })).status,
  ).toBe(404)
  const nobody = { params: { id: org, companyId: 99_999_999 } }
  expect((await app.refusal(policies.getOrganizationCompany, nobody, { token })).status).toBe(404)
})

test('saves a policy during an upload without a deadlock', async () => {
  const { id } = await recordDonation(app, org, { email: 'ann@example.org', employer: name, amountCents: 20_000 })
  const upload = new pg.Client({ connectionString: app.database.connectionString })
  await upload.connect()
  try {
    await upload.query("SET deadlock_timeout = '10ms'") // the backend in a deadlock with the shortest timeout is aborted
    await upload.query('BEGIN')
    await upload.query('SELECT lock_families(ARRAY[$1::bigint])', [org])
    await upload.query('SELECT FROM donations WHERE id = $1 FOR UPDATE', [id])
    const saving = save({ ratio: '2:1' })
    await expect
      .poll(() =>
        app.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()",
        ),
      )
      .not.toEqual([])
    // A new gift takes this lock on its organization.
    await upload.query('SELECT FROM organizations WHERE id = $1 FOR KEY SHARE', [org])
    await upload.query('COMMIT')
    expect((await saving).own_policies).toHaveLength(1)
  } finally {
    await upload.end()
  }
})
