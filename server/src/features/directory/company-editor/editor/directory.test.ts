import { companies, directory, donationChanges, donations } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'
import { expireJournal } from '../../../matches/journal/expire-journal.ts'
import { applyTimeTransitions, moveMatches } from '../../../matches/matches/index.ts'
import { processGifts } from './process-gifts.ts'

let app: TestApp
let org: number
let token: string
let staff: string
let company: number
let name: string
let count = 0

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { role: 'web' } })
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  count++
  app.clock.set('2026-06-15T15:00:00Z')
  org = await app.createOrganization({ name: `Riverbend ${count}` })
  staff = await app.signIn(await app.createMember(org, 'write'))
  name = `Zinnia Works ${count}`
  const policy = {
    method: 'csr',
    submission_url: 'https://give.zinnia.example',
    ratio: '1:1',
    min_amount_cents: 10_000,
    source_url: 'https://www.zinnia.example/giving',
    as_of: '2025-11',
  }
  company =
    (
      await app.createCompanies([
        { name, aliases: [`ZW ${count}`], domains: [`zinnia${count}.example`], origin: 'directory', policy },
      ])
    ).get(name) ?? 0
})

const at = (companyId = company) => ({ params: { companyId } })
const read = (companyId = company) => app.call(directory.getDirectoryCompany, at(companyId), { token })
const form = async (over: Record<string, unknown> = {}) => ({ ...(await read()).company, ...over })
const save = async (over: Record<string, unknown> = {}) =>
  app.call(directory.saveDirectoryCompany, { body: await form(over) }, { token })
const refused = async (over: Record<string, unknown>) =>
  app.refusal(directory.saveDirectoryCompany, { body: await form(over) }, { token })
const terms = async (over: Record<string, unknown> = {}) => {
  const [version] = (await read()).versions
  if (!version) throw new Error('no version')
  const { id: replaces, version: _, text: __, learned_at, by, is_current, ...enteredTerms } = version
  return { ...enteredTerms, replaces, ...over }
}
const savePolicy = async (over: Record<string, unknown> = {}) =>
  app.call(directory.saveDirectoryPolicy, { ...at(), body: await terms(over) }, { token })
const undo = (changeId: number) => app.call(directory.undoDirectoryChange, { params: { changeId } }, { token })
const processReevaluations = async () => {
  app.clock.advance({ minutes: 1 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
}
const match = async (id: number) =>
  (await app.call(donations.getDonation, { params: { id } }, { token: staff })).donation

test('previews, saves, applies to matches with a history entry, and undoes a policy', async () => {
  const small = await recordDonation(app, org, { email: 'ann@example.org', employer: name, amountCents: 5_000 })
  expect(small.statusId).toBe(10)
  const body = await terms({
    min_amount: 0,
    ratio: '2:1',
    source_url: 'https://hr.zinnia.example/match',
    as_of: '2026-05',
  })
  const review = await app.call(directory.reviewDirectoryPolicy, { ...at(), body }, { token })
  expect(review).toMatchObject({
    gifts: 1,
    organizations: 1,
    matchable: 1,
    changed: 1,
    moves: [{ from_status_id: 10, to_status_id: 7, count: 1 }],
    examples: [
      {
        organization_name: `Riverbend ${count}`,
        from_status_id: 10,
        to_status_id: 7,
        estimated_from: 0,
        estimated_to: 100,
      },
    ],
    mails: { mails: 1, waits_because: 'directory' },
  })
  expect((await read()).versions).toHaveLength(1)

  const saved = await app.call(directory.saveDirectoryPolicy, { ...at(), body }, { token })
  expect(saved.versions.map(({ version, is_current, by }) => [version, is_current, by])).toEqual([
    [2, true, 'Sam Support'],
    [1, false, null],
  ])
  const [change] = saved.changes
  expect(change).toMatchObject({ kind: 'policy', by: 'Sam Support', gifts: 1, left: 1, can_undo: true })
  expect(change?.changes).toEqual([
    { term: 'Ratio', from: '1:1', to: '2:1' },
    { term: 'Minimum', from: '$100', to: 'none' },
  ])
  await processReevaluations()
  const detail = await match(small.id)
  expect([detail.status_id, detail.matched]).toEqual([7, 100])
  expect((await read()).changes[0]).toMatchObject({ gifts: 1, left: 0 })
  const lines = () =>
    app.query('SELECT to_status_id FROM donation_events WHERE donation_id = $1 ORDER BY id', [small.id])
  expect(await lines()).toEqual([{ to_status_id: 10 }, { to_status_id: 7 }])

  expect((await undo(change?.id ?? 0)).change).toMatchObject({ undone_by: 'Sam Support', can_undo: false, left: 1 })
  await processReevaluations()
  expect((await match(small.id)).status_id).toBe(10)
  expect((await read()).versions.find(({ is_current }) => is_current)?.version).toBe(1)
  const again = await app.refusal(directory.undoDirectoryChange, { params: { changeId: change?.id ?? 0 } }, { token })
  expect([again.status, again.message]).toEqual([409, directory.directoryMessages.tooLate])
})

test('names every limit, the deadline and the source of a saved policy', async () => {
  const limits = { min_amount: 25, max_per_gift: 500, max_per_year: 1_000, max_lifetime: 9_000 }
  const retirees = { employee_type: 'retirees', category: null, ratio: '1:2', min_amount: null, max_per_gift: null }
  const exceptions = [{ ...retirees, max_per_year: 300 }]
  const source = { source_url: 'https://hr.zinnia.example/limits', as_of: '2026-05' }
  const { versions } = await savePolicy({ ...limits, exceptions, deadline_rule: 'days:90', ...source })
  const current = versions.find(({ is_current }) => is_current)
  const text = current?.text ?? ''
  for (const limit of [
    'from $25',
    '$500 per gift',
    '$1,000 a year',
    '$9,000 in all',
    'retirees',
    '$300 a year',
    'within 90 days',
  ])
    expect(text).toContain(limit)
  expect(current?.source).toEqual({ title: name, url: source.source_url })
})

test('gives the rest of a maximum to earlier gifts in the same evaluation, as previewed', async () => {
  await savePolicy({ max_per_year: 1_000, source_url: 'https://hr.zinnia.example/match', as_of: '2026-05' })
  const gift = { email: 'cy@example.org', employer: name }
  const late = await recordDonation(app, org, { ...gift, amountCents: 80_000, day: '2026-06-01' })
  const early = await recordDonation(app, org, { ...gift, amountCents: 50_000, day: '2026-05-01' })
  const without = await recordDonation(app, org, { ...gift, amountCents: 30_000, day: '2026-05-02' })
  expect([late, early, without].map(({ statusId }) => statusId)).toEqual([7, 7, 11])
  const over = { ratio: '0.25:1', max_per_year: 500, source_url: 'https://hr.zinnia.example/less', as_of: '2026-06' }
  const body = await terms(over)
  const review = await app.call(directory.reviewDirectoryPolicy, { ...at(), body }, { token })
  expect(review).toMatchObject({
    gifts: 3,
    matchable: 3,
    changed: 3,
    moves: [{ from_status_id: 11, to_status_id: 7, count: 1 }],
  })
  await savePolicy(over)
  await processReevaluations()
  const readState = async ({ id }: { id: number }) => {
    const { status_id, matched } = await match(id)
    return [status_id, matched]
  }
  expect([await readState(late), await readState(early), await readState(without)]).toEqual([
    [7, 200],
    [7, 125],
    [7, 75],
  ])
  const due = await app.query(
    'SELECT id FROM donations WHERE organization_id = $1 AND counted AND look_again_at IS NOT NULL',
    [org],
  )
  expect(due).toEqual([])
  const lines = await app.query('SELECT to_status_id FROM donation_events WHERE donation_id = $1 ORDER BY id', [
    without.id,
  ])
  expect(lines).toEqual([{ to_status_id: 11 }, { to_status_id: 7 }])
})

test('previews a combined gift that leaves its match as the match that it becomes', async () => {
  const gift = { email: 'di@example.org', employer: name, amountCents: 6_000 }
  await recordDonation(app, org, { ...gift, day: '2026-06-01' })
  await recordDonation(app, org, { ...gift, day: '2026-06-02' })
  const body = await terms({
    min_amount: 50,
    minimum_per_gift: true,
    source_url: 'https://hr.zinnia.example/match',
    as_of: '2026-05',
  })
  const review = await app.call(directory.reviewDirectoryPolicy, { ...at(), body }, { token })
  expect(review).toMatchObject({
    gifts: 1,
    matchable: 2,
    changed: 2,
    moves: [{ from_status_id: 10, to_status_id: 7, count: 1 }],
  })
})

test('undoing a policy restores every gift, including later ones under a maximum and small gifts', async () => {
  const source = { source_url: 'https://hr.zinnia.example/match', as_of: '2026-05' }
  await savePolicy({ max_per_year: 1_000, ...source })
  const gifts = [
    { email: 'eve@example.org', amountCents: 80_000, day: '2026-06-01' },
    { email: 'eve@example.org', amountCents: 50_000, day: '2026-05-01' },
    { email: 'eve@example.org', amountCents: 30_000, day: '2026-05-02' },
    { email: 'fay@example.org', amountCents: 6_000, day: '2026-06-03' },
    { email: 'fay@example.org', amountCents: 7_000, day: '2026-06-04' },
    { email: 'fay@example.org', amountCents: 15_000, day: '2026-06-02' },
    { email: 'fay@example.org', amountCents: 4_000, day: '2026-06-05' },
    { email: 'gus@example.org', amountCents: 15_000, day: '2026-06-03' },
  ]
  for (const gift of gifts) await recordDonation(app, org, { ...gift, employer: name })
  const rows = () =>
    app.query(
      `SELECT to_jsonb(d) - ARRAY['version', 'status_changed_at'] AS row, p.email FROM donations d
       JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
       WHERE d.organization_id = $1 ORDER BY d.id`,
      [org],
    )
  const before = await rows()
  const change = async () => {
    const over = {
      ratio: '0.25:1',
      min_amount: 250,
      max_per_year: 500,
      ...source,
      source_url: `${source.source_url}-2`,
    }
    const replaces = (await read()).versions.find(({ is_current }) => is_current)?.id
    const [made] = (await savePolicy({ ...over, replaces })).changes
    await processReevaluations()
    return made?.id ?? 0
  }
  const first = await change()
  expect(await rows()).not.toEqual(before)
  await undo(first)
  await processReevaluations()
  expect(await rows()).toEqual(before)

  // A gift that arrived meanwhile is kept: its donor's gifts are evaluated again, and no others change.
  const second = await change()
  await recordDonation(app, org, { email: 'gus@example.org', amountCents: 15_000, day: '2026-06-04', employer: name })
  await undo(second)
  await processReevaluations()
  const after = await rows()
  const others = (all: typeof before) => all.filter(({ email }) => email !== 'gus@example.org')
  expect(others(after)).toEqual(others(before))
  const [held] = await app.query(
    `SELECT sum(amount_cents)::int AS cents, sum(estimated_cents)::int AS estimated, array_agg(DISTINCT status_id) AS statuses
     FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
     WHERE d.organization_id = $1 AND p.email = 'gus@example.org' AND d.counted`,
    [org],
  )
  expect(held).toEqual({ cents: 30_000, estimated: 30_000, statuses: [7] })
})

const lift = async () => {
  const gift = (email: string, amountCents: number, recurringId?: string) =>
    recordDonation(app, org, {
      email,
      employer: name,
      amountCents,
      ...(recurringId ? { recurringId, day: '2026-06-10' } : {}),
    })
  const engaged = await gift('ida@example.org', 20_000)
  const declined = await gift('jo@example.org', 20_000)
  const series = await gift('kim@example.org', 20_000, 'plan')
  const small = await gift('lee@example.org', 5_000)
  const shared = await gift('max@example.org', 20_000)
  const touched = await gift('ned@example.org', 20_000)
  await actAsDonor('open_instructions', [engaged.id, shared.id, touched.id])
  await actAsDonor('decline', [declined.id])
  return { engaged, declined, series, small, shared, touched }
}
const actAsDonor = (action: 'open_instructions' | 'decline' | 'submit', donationIds: number[]) => {
  const tenant = grantTenant(org, [org])
  const context = { platform: app.platform, tenant, directory: createDirectory(app.platform) }
  const actor = { kind: 'donor', userId: null } as const
  return inTenant(app.platform.database, tenant, (db) =>
    moveMatches(db, { ...context, actor }, { donationIds, action }),
  )
}
const statusesOf = async (gifts: Record<string, { id: number }>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(gifts).map(async ([who, { id }]) => [who, (await match(id)).status_id])),
  )
const waitingMails = () =>
  app.query(
    "SELECT donation_id, status_id FROM notifications WHERE organization_id = $1 AND state = 'queued' ORDER BY 1, 2",
    [org],
  )
const source = { source_url: 'https://hr.zinnia.example/match', as_of: '2026-05' }

const ends = async () => {
  const replaces = (await read()).versions.find(({ is_current }) => is_current)?.id
  await savePolicy({ program: 'no', replaces, ...source })
}
test.each([
  ['a policy', ends],
  [
    'a policy that was saved while gifts waited for an earlier one',
    async () => {
      await savePolicy({ ratio: '2:1', ...source })
      await ends()
    },
  ],
] as const)(
  'undoing %s after days restores every match and lists those that changed for another reason',
  async (_, edit) => {
    const gifts = await lift()
    const before = await statusesOf(gifts)
    await app.query("UPDATE notifications SET state = 'sent', sent_at = $2 WHERE organization_id = $1", [
      org,
      app.clock(),
    ])
    expect(before).toEqual({ engaged: 28, declined: 21, series: 22, small: 10, shared: 28, touched: 28 })
    await edit()
    await processReevaluations()
    const [made] = (await read()).changes
    expect(Object.values(await statusesOf(gifts))).toEqual([19, 21, 19, 19, 19, 19])

    app.clock.advance({ days: 3 })
    await expireJournal(app.platform)
    await app.query('UPDATE donations SET version = version + 1 WHERE id = $1', [gifts.small.id])
    await recordDonation(app, org, { email: 'max@example.org', employer: name, amountCents: 20_000, day: '2026-06-16' })
    token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
    staff = await app.signIn(await app.createMember(org, 'write'))
    const params = { id: gifts.touched.id }
    await app.call(donationChanges.updateDonation, { params, body: { amount: 50 } }, { token: staff })
    await undo(made?.id ?? 0)
    await processReevaluations()
    expect(await statusesOf(gifts)).toEqual({ ...before, touched: 10 })
    expect((await read()).changes[0]).toMatchObject({
      undone_by: 'Sam Support',
      left: 0,
      not_restored: [gifts.touched.id],
    })
    const news = (await waitingMails()).map(({ donation_id }) => Number(donation_id))
    const mailed = Object.entries(gifts).flatMap(([who, { id }]) => (news.includes(id) ? [who] : []))
    expect(mailed).toEqual(['touched'])
  },
)

test('undoing a submission method keeps what donors did meanwhile, and names those matches', async () => {
  const gift = (email: string) => recordDonation(app, org, { email, employer: name, amountCents: 20_000 })
  const submitted = await gift('ona@example.org')
  const declined = await gift('pat@example.org')
  const quiet = await gift('quin@example.org')
  const gifts = { submitted, declined, quiet }
  await savePolicy({ match_method: 'contact', contact_email: 'gifts@zinnia.example', max_per_year: 50, ...source })
  await processReevaluations()
  expect(await statusesOf(gifts)).toEqual({ submitted: 8, declined: 8, quiet: 8 })
  await actAsDonor('submit', [submitted.id])
  await actAsDonor('decline', [declined.id])
  await undo((await read()).changes[0]?.id ?? 0)
  await processReevaluations()
  expect(await statusesOf(gifts)).toEqual({ submitted: 4, declined: 21, quiet: 7 })
  expect((await read()).changes[0]).toMatchObject({ left: 0, not_restored: [submitted.id, declined.id] })
})

test('undoing a policy restores gifts of one person to several chapters and skips refused ones', async () => {
  const chapter = await app.createOrganization({ name: `Riverbend North ${count}`, parent_id: org })
  const gift = { company, donor: 'Hal', email: 'hal@example.org', at: '2026-06-01 10:00', createdAt: app.clock() }
  for (const organization of [org, chapter]) await app.createMatch({ ...gift, organization, cents: 20_000, status: 28 })
  const refused = await app.createDonation({ ...gift, organization: org, status: 11, payment: 'refused' })
  const rows = () =>
    app.query(
      `SELECT to_jsonb(d) - ARRAY['version', 'status_changed_at'] AS row FROM donations d
       WHERE d.organization_id = ANY ($1) ORDER BY d.id`,
      [[org, chapter]],
    )
  const before = await rows()
  app.clock.advance({ minutes: 1 })
  const over = { min_amount: 250, source_url: 'https://hr.zinnia.example/match', as_of: '2026-05' }
  const [made] = (await savePolicy(over)).changes
  expect(made).toMatchObject({ gifts: 2, left: 2 })
  await processReevaluations()
  expect((await read()).changes[0]).toMatchObject({ gifts: 2, left: 0 })
  expect(await rows()).not.toEqual(before)
  await undo(made?.id ?? 0)
  await processReevaluations()
  expect(await rows()).toEqual(before)

  const series = { email: 'ivy@example.org', employer: name, amountCents: 30_000, recurringId: `r-${count}` }
  const { id: held, statusId } = await recordDonation(app, org, series)
  expect(statusId).toBe(22)
  const listDonations = async () =>
    (await rows()).map(({ row }) => {
      const { look_again_at, ...rest } = row as { id: number; look_again_at: string | null }
      return rest.id === held ? { ...rest, isLookedAt: look_again_at !== null } : { ...rest, look_again_at }
    })
  const beforeSecond = await listDonations()
  app.clock.advance({ minutes: 1 })
  const replaces = (await read()).versions.find(({ is_current }) => is_current)?.id
  const [second] = (await savePolicy({ ...over, replaces })).changes
  await app.query('UPDATE donations SET look_again_at = $2 WHERE id = $1', [refused, app.clock()])
  await undo(second?.id ?? 0)
  await processReevaluations()
  expect(await listDonations()).toEqual(beforeSecond)
  const [next] = await app.query('SELECT look_again_at > $2 AS is_later FROM donations WHERE id = $1', [
    held,
    app.clock(),
  ])
  expect(next).toEqual({ is_later: true })
})

test('unchanged terms of a new version keep their source', async () => {
  await savePolicy({ ratio: '3:1', source_url: 'https://hr.zinnia.example/match', as_of: '2026-05' })
  const [row] = await app.query(
    'SELECT further_sources FROM policies WHERE company_id = $1 AND superseded_at IS NULL',
    [company],
  )
  const sources = row?.['further_sources'] as { columns: string[]; source_url: string; as_of: string }[]
  expect(sources).toHaveLength(1)
  expect(sources[0]).toMatchObject({ source_url: 'https://www.zinnia.example/giving', as_of: '2025-11' })
  expect(sources[0]?.columns).toContain('min_amount')
  expect(sources[0]?.columns).not.toContain('ratio')
})

test('a version applies to gifts on its days, and other versions to their remaining days', async () => {
  await savePolicy({ replaces: null, ratio: '3:1', valid_from: '2026-06-01', valid_to: '2026-06-30' })
  const days = (await read()).versions
    .filter(({ is_current }) => is_current)
    .map(({ ratio, valid_from, valid_to }) => [ratio, valid_from, valid_to])
  expect(days).toEqual([
    ['3:1', '2026-06-01', '2026-06-30'],
    ['1:1', '2026-07-01', null],
    ['1:1', null, '2026-05-31'],
  ])
  const before = await recordDonation(app, org, {
    email: 'a@example.org',
    employer: name,
    amountCents: 20_000,
    day: '2026-05-31',
  })
  const within = await recordDonation(app, org, {
    email: 'b@example.org',
    employer: name,
    amountCents: 20_000,
    day: '2026-06-01',
  })
  expect([(await match(before.id)).matched, (await match(within.id)).matched]).toEqual([200, 600])
  const [change] = (await read()).changes
  await undo(change?.id ?? 0)
  await processReevaluations()
  expect((await match(within.id)).matched).toBe(200)
})

test('refuses the second of two corrections of one version', async () => {
  const mine = await terms({ ratio: '2:1' })
  await savePolicy({ ratio: '4:1' })
  const late = await app.refusal(directory.saveDirectoryPolicy, { ...at(), body: mine }, { token })
  expect([late.status, late.message]).toEqual([409, directory.directoryMessages.replaced])
  const same = await app.refusal(directory.saveDirectoryPolicy, { ...at(), body: await terms() }, { token })
  expect(same.message).toBe(directory.directoryMessages.nothing)
})

test('returns tiers, exceptions, three-valued limits and lists as they were entered', async () => {
  const enteredTerms = {
    ratio_tiers: [
      { ratio: '2:1', up_to: 500, employee_type: null, category: null },
      { ratio: '1:1', up_to: null, employee_type: null, category: null },
    ],
    tiers_run_through: 'year',
    exceptions: [
      {
        employee_type: 'retirees',
        category: null,
        ratio: '.5:1',
        min_amount: null,
        max_per_gift: null,
        max_per_year: 5_000,
      },
    ],
    min_amount: 25.5,
    max_per_gift: null,
    max_per_year: 0,
    maximum_basis: 'gift',
    currency: 'CAD',
    eligible_employees: ['board members'],
    gift_kinds: ['dues'],
    deadline_rule: 'year_end+31',
    policy_year_start: '07-01',
    volunteer_grant: 'block:250/25',
  }
  const { versions, row } = await savePolicy(enteredTerms)
  expect(versions[0]).toMatchObject(enteredTerms)
  expect(row.level).toBe('unconfirmed')
})

test('refuses implausible values at their fields', async () => {
  const fields = async (over: Record<string, unknown>) =>
    (await app.refusal(directory.saveDirectoryPolicy, { ...at(), body: await terms(over) }, { token })).fields
  const { directoryMessages: words } = directory
  expect(await fields({ valid_from: '2026-02-01', valid_to: '2026-01-01' })).toEqual({ valid_to: words.days })
  expect(await fields({ source_url: ' ' })).toEqual({ source_url: words.source })
  expect(await fields({ as_of: '2026-13' })).toEqual({ as_of: words.asOf })
  expect(await fields({ policy_year_start: '13-01' })).toEqual({ policy_year_start: words.yearStart })
  expect(await fields({ deadline_rule: 'soon' })).toHaveProperty('deadline_rule')
  expect(await fields({ ratio: 'double' })).toHaveProperty('ratio')
  expect((await refused({ name: 'x' })).fields).toEqual({ name: words.name })
  expect((await refused({ time_zone: 'Mars/Olympus' })).fields).toEqual({ time_zone: words.timeZone })
  expect((await refused({ website: 'javascript:alert(1)' })).fields).toEqual({ website: words.website })
  expect((await refused({ category_ids: [17] })).fields).toHaveProperty(['category_ids.0'])
})

test('edits a company, finds it by its new names, and undoes the edit', async () => {
  const changed = await save({
    name: `${name} Group`,
    aliases: [`ZW ${count}`, `Zinnia Global ${count}`],
    email_domains: [`zinnia${count}.example`, `ZINNIA-global${count}.example`],
    match_method: 'contact',
    verification: 'phone',
    category_ids: [2, 9],
  })
  expect(changed.company).toMatchObject({
    name: `${name} Group`,
    aliases: [`ZW ${count}`, `Zinnia Global ${count}`],
    match_method: 'contact',
    verification: 'phone',
    category_ids: [2, 9],
  })
  expect(changed.is_edited).toBe(true)
  expect(changed.versions[0]).toMatchObject({
    match_method: 'contact',
    eligible_nonprofits: ['Animal Protection', 'Community Foundations'],
    ratio: '1:1',
  })
  expect(changed.changes[0]?.changes).toEqual(
    expect.arrayContaining([
      { term: 'Name', from: name, to: `${name} Group` },
      { term: 'Other name', from: '', to: `Zinnia Global ${count}` },
      { term: 'Email domain', from: '', to: `zinnia-global${count}.example` },
      { term: 'How to request', from: 'Giving portal', to: 'Email or letter' },
    ]),
  )
  await undo(changed.changes[0]?.id ?? 0)
  const back = await read()
  expect(back.company).toMatchObject({ name, aliases: [`ZW ${count}`], match_method: 'csr', category_ids: [] })
  expect(back.is_edited).toBe(false)
})

test('refuses another company’s name or domain and names its owner, and explains public mail hosts', async () => {
  const other = `Quartz ${count}`
  await app.createCompanies([{ name: other, aliases: [`QZ ${count}`], domains: [`quartz${count}.example`] }])
  expect((await refused({ aliases: [`qz ${count}`] })).fields).toEqual({
    aliases: `“qz ${count}” is already a name of ${other}. Remove it there first.`,
  })
  expect((await refused({ name: other.toUpperCase() })).fields).toEqual({
    name: `${other} is already in the directory. Edit that company instead.`,
  })
  expect((await refused({ email_domains: [`quartz${count}.example`] })).fields).toEqual({
    email_domains: `quartz${count}.example already belongs to ${other}. Remove it there first.`,
  })
  const mail = await refused({ email_domains: ['gmail.com'] })
  expect(Object.values(mail.fields ?? {})).toEqual([`${directory.directoryMessages.publicDomain}gmail.com`])
})

test('a subsidiary has one independent parent and inherits its policy', async () => {
  const kid = (await app.createCompanies([{ name: `Petal ${count}` }])).get(`Petal ${count}`) ?? 0
  const gift = await recordDonation(app, org, {
    email: 'kid@example.org',
    employer: `Petal ${count}`,
    amountCents: 20_000,
  })
  expect(gift.statusId).toBe(9)
  const body = { ...(await read(kid)).company, parent_id: company }
  const review = await app.call(directory.reviewDirectoryCompany, { body }, { token })
  expect(review).toMatchObject({ gifts: 1, moves: [{ from_status_id: 9, to_status_id: 7, count: 1 }] })
  const saved = await app.call(directory.saveDirectoryCompany, { body }, { token })
  expect(saved.parent).toEqual({ id: company, name })
  expect((await read()).subsidiaries).toEqual([{ id: kid, name: `Petal ${count}` }])
  await processReevaluations()
  expect((await match(gift.id)).status_id).toBe(7)
  expect((await refused({ parent_id: company })).message).toBe('A company can’t be part of itself.')
  expect((await refused({ parent_id: kid })).message).toBe(`Petal ${count} is itself part of ${name}.`)
})

test('adds a company, and undoes it while it is unused', async () => {
  const { company_id: _, ...blank } = await form({ name: `Newcomer ${count}`, aliases: [], email_domains: [] })
  const added = await app.call(directory.saveDirectoryCompany, { body: { ...blank, match_method: 'form' } }, { token })
  expect(added).toMatchObject({ origin: 'super', changes: [{ kind: 'added', can_undo: true }] })
  expect(added.versions[0]).toMatchObject({ program: 'unknown', match_method: 'form' })
  const id = added.company.company_id
  await undo(added.changes[0]?.id ?? 0)
  expect((await app.refusal(directory.getDirectoryCompany, at(id), { token })).status).toBe(404)
  const { changes } = await app.call(directory.listDirectoryChanges, { query: {} }, { token })
  expect(changes[0]).toMatchObject({ subject: `Newcomer ${count}`, company: null, undone_by: 'Sam Support' })
  const older = await app.call(directory.listDirectoryChanges, { query: { before: changes[0]?.id } }, { token })
  expect(older.changes[0]?.id).toBeLessThan(changes[0]?.id ?? 0)

  const used = await app.call(directory.saveDirectoryCompany, { body: blank }, { token })
  await recordDonation(app, org, { email: 'new@example.org', employer: `Newcomer ${count}` })
  await app.query('UPDATE donations SET company_id = $1 WHERE organization_id = $2', [used.company.company_id, org])
  const changeId = used.changes[0]?.id ?? 0
  const late = await app.refusal(directory.undoDirectoryChange, { params: { changeId } }, { token })
  expect(late.message).toBe(`Newcomer ${count} now has gifts or campaigns, so it stays in the directory.`)
})

test('changes a platform for the companies on it, and undoes the change', async () => {
  const id = `hub-${count}`
  await app.query(
    `INSERT INTO platforms (id, name, employee_steps, payer_names) VALUES ($1, 'Giving Hub', '{Sign in}', '{HUB PAY}')`,
    [id],
  )
  await app.query('UPDATE policies SET csr_platform = $1 WHERE company_id = $2', [id, company])
  const gift = await recordDonation(app, org, { email: 'hub@example.org', employer: name, amountCents: 20_000 })
  const params = { platformId: id }
  const body = {
    name: 'Giving Hub',
    kind: 'workplace' as const,
    employee_url: 'https://hub.example/enter',
    employee_steps: ['Sign in', 'Choose Request Match'],
    nonprofit_url: '',
    nonprofit_steps: [],
    payer_names: ['GIVING HUB ACH', 'HUB PAY'],
    source_url: 'https://hub.example/help',
    as_of: '2026',
  }
  expect(await app.call(directory.reviewDirectoryPlatform, { params, body }, { token })).toMatchObject({ gifts: 1 })
  const saved = await app.call(directory.saveDirectoryPlatform, { params, body }, { token })
  expect(saved.platforms.find((one) => one.id === id)).toEqual({ ...body, id, companies: 1, is_edited: true })
  await processReevaluations()
  expect((await match(gift.id)).status_id).toBe(7)
  const [change] = (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes
  expect(change).toMatchObject({ kind: 'platform', subject: 'Giving Hub', company: null, gifts: 1, left: 0 })
  await undo(change?.id ?? 0)
  const { platforms } = await app.call(directory.listDirectoryPlatforms, {}, { token })
  expect(platforms.find((one) => one.id === id)).toMatchObject({
    employee_steps: ['Sign in'],
    payer_names: ['HUB PAY'],
    is_edited: false,
  })
  // A client without the field keeps the names under which it pays.
  const { payer_names: _, kind: __, ...older } = body
  const kept = await app.call(directory.saveDirectoryPlatform, { params, body: older }, { token })
  expect(kept.platforms.find((one) => one.id === id)?.payer_names).toEqual(['HUB PAY'])
  const inUse = await app.refusal(
    directory.saveDirectoryPlatform,
    { params, body: { ...body, kind: 'payer' } },
    { token },
  )
  expect([inUse.status, inUse.fields]).toEqual([409, { kind: directory.directoryMessages.platformInUse }])
  await app.query('UPDATE policies SET csr_platform = NULL WHERE company_id = $1', [company])
  const payer = await app.call(
    directory.saveDirectoryPlatform,
    { params, body: { ...older, kind: 'payer' } },
    { token },
  )
  expect(payer.platforms.find((one) => one.id === id)?.kind).toBe('payer')
  const [line] = (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes
  expect(line?.changes).toEqual([
    { term: 'Kind', from: 'Employees request matches there', to: 'It only pays money on' },
  ])
  await undo(line?.id ?? 0)
  const again = await app.call(directory.listDirectoryPlatforms, {}, { token })
  expect(again.platforms.find((one) => one.id === id)?.kind).toBe('workplace')
  // The files mark platforms that only forward payments.
  expect(again.platforms.find((one) => one.id === 'paypal-giving-fund')?.kind ?? 'payer').toBe('payer')
  const nobody = { params: { platformId: 'nobody' }, body }
  expect((await app.refusal(directory.saveDirectoryPlatform, nobody, { token })).status).toBe(404)
})

test('records an exchange rate and its correction, and undoes each', async () => {
  const keep = (cad_per_usd: number) =>
    app.call(
      companies.saveExchangeRate,
      { body: { since: '2026-03-01', cad_per_usd, source: 'Bank of Canada' } },
      { token },
    )
  const rate = async () =>
    (await app.call(companies.listExchangeRates, {}, { token })).exchange_rates.find(
      ({ since }) => since === '2026-03-01',
    )?.cad_per_usd
  const gift = { organization: org, company, status: 11, at: '2026-06-01 10:00' }
  const open = await app.createDonation(gift)
  await app.createDonation({ ...gift, payment: 'refused' })
  await app.query(
    `UPDATE donations SET currency = 'CAD', policy_version_id = (SELECT id FROM policies WHERE company_id = $2 LIMIT 1)
     WHERE organization_id = $1`,
    [org, company],
  )
  await keep(1.4)
  await keep(1.38)
  const due = await app.query('SELECT id FROM donations WHERE organization_id = $1 AND look_again_at IS NOT NULL', [
    org,
  ])
  expect(due.map(({ id }) => Number(id))).toEqual([open])
  const same = { body: { since: '2026-03-01', cad_per_usd: 1.38, source: 'Bank of Canada' } }
  expect((await app.refusal(companies.saveExchangeRate, same, { token })).message).toBe(
    directory.directoryMessages.nothing,
  )
  const [corrected, entered] = (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes
  expect(corrected).toMatchObject({ kind: 'rate', changes: [{ term: 'US$1', from: 'CA$1.4', to: 'CA$1.38' }] })
  const early = { params: { changeId: entered?.id ?? 0 } }
  expect((await app.refusal(directory.undoDirectoryChange, early, { token })).status).toBe(409)
  await undo(corrected?.id ?? 0)
  expect(await rate()).toBe(1.4)
  await undo(entered?.id ?? 0)
  expect(await rate()).toBeUndefined()
})

test('merges two platforms with policies, names and missing fields, and undoes the merge', async () => {
  const [kept, other] = [`kept-${count}`, `goes-${count}`]
  await app.query(
    `INSERT INTO platforms (id, name, aliases, employee_steps, payer_names, nonprofit_url) VALUES
       ($1, 'Kindly', '{Kind}', '{}', '{KIND}', ''),
       ($2, 'Kindly Giving', '{kind,KG}', '{Sign in,Ask}', '{KIND,KG ACH}', 'https://npo.kindly.example')`,
    [kept, other],
  )
  await app.query('UPDATE policies SET csr_platform = $1 WHERE company_id = $2', [other, company])
  await app.query(`UPDATE policies SET submission_url = '' WHERE company_id = $1`, [company])
  const call = { params: { platformId: kept }, body: { other_id: other } }
  const listed = async () =>
    (await app.call(directory.listDirectoryPlatforms, {}, { token })).platforms.filter(({ id }) =>
      [kept, other].includes(id),
    )
  const aliases = async () => (await app.query('SELECT aliases FROM platforms WHERE id = $1', [kept]))[0]?.['aliases']
  const before = await listed()
  const review = await app.call(directory.reviewPlatformMerge, call, { token })
  expect(review).toMatchObject({ other: { id: other, name: 'Kindly Giving' }, companies: 1 })
  const taken = [
    { term: 'Other name', from: '', to: 'Kindly Giving' },
    { term: 'Other name', from: '', to: 'KG' },
    { term: 'Steps for employees', from: '', to: 'Sign in · Ask' },
    { term: 'Address for nonprofits', from: '', to: 'https://npo.kindly.example' },
    { term: 'Also pays as', from: '', to: 'KG ACH' },
  ]
  expect(review.changes).toEqual(taken)
  expect(await listed()).toEqual(before)

  const { platforms } = await app.call(directory.mergePlatforms, call, { token })
  expect(platforms.filter(({ id }) => [kept, other].includes(id))).toEqual([
    expect.objectContaining({ id: kept, companies: 1, is_edited: true, payer_names: ['KIND', 'KG ACH'] }),
  ])
  expect(await aliases()).toEqual(['Kind', 'Kindly Giving', 'KG'])
  expect((await read(company)).company.csr_platform).toBe(kept)
  const [change] = (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes
  expect(change).toMatchObject({ kind: 'platform', subject: 'Kindly', can_undo: true })
  expect(change?.changes).toEqual([{ term: 'Merged with', from: '', to: 'Kindly Giving' }, ...taken])
  for (const [platformId, other_id, message] of [
    [kept, other, directory.directoryMessages.mergePlatformUnknown],
    [kept, kept, directory.directoryMessages.mergePlatformItself],
    [other, kept, 'Kindly Giving was merged into Kindly. Edit that platform instead.'],
  ] as const) {
    const refused = { params: { platformId }, body: { other_id } }
    expect((await app.refusal(directory.mergePlatforms, refused, { token })).message).toBe(message)
  }

  await undo(change?.id ?? 0)
  expect(await listed()).toEqual(before)
  expect(await aliases()).toEqual(['Kind'])
  expect((await read(company)).company.csr_platform).toBe(other)
  await app.query(`UPDATE platforms SET kind = 'payer' WHERE id = $1`, [kept])
  const payer = await app.refusal(directory.reviewPlatformMerge, call, { token })
  expect(payer.fields).toEqual({ other_id: directory.directoryMessages.mergePlatformPayer })
})

test('undoes two merges into one platform in reverse order, each with its own names', async () => {
  const [kept, first, last] = [`order-${count}`, `order-b-${count}`, `order-c-${count}`]
  await app.query(
    `INSERT INTO platforms (id, name, aliases) VALUES
       ($1, 'Alms', '{Alms Inc}'), ($2, 'Bounty', '{Shared,BNT}'), ($3, 'Charis', '{Shared,CHR}')`,
    [kept, first, last],
  )
  const stands = async () =>
    (
      await app.query('SELECT aliases, merged_into_id, entered_by IS NOT NULL AS edited FROM platforms WHERE id = $1', [
        kept,
      ])
    )[0]
  const standing = async () =>
    (await app.call(directory.listDirectoryPlatforms, {}, { token })).platforms
      .filter(({ id }) => [kept, first, last].includes(id))
      .map(({ name }) => name)
  const merge = async (platformId: string, other_id: string) => {
    await app.call(directory.mergePlatforms, { params: { platformId }, body: { other_id } }, { token })
    return (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes[0]?.id ?? 0
  }
  const early = async (changeId: number) =>
    (await app.refusal(directory.undoDirectoryChange, { params: { changeId } }, { token })).message
  const before = await stands()
  const [b, c] = [await merge(kept, first), await merge(kept, last)]
  const both = await stands()
  expect(both?.['aliases']).toEqual(['Alms Inc', 'Bounty', 'Shared', 'BNT', 'Charis', 'CHR'])

  // The first merge can be undone only after the second.
  const offered = async () =>
    (await app.call(directory.listDirectoryChanges, { query: {} }, { token })).changes
      .filter(({ id }) => [b, c].includes(id))
      .map(({ can_undo }) => can_undo)
  expect(await offered()).toEqual([true, false])
  expect(await early(b)).toBe(directory.directoryMessages.tooLate)
  expect([await stands(), await standing()]).toEqual([both, ['Alms']])
  await undo(c)
  expect(await offered()).toEqual([false, true])
  expect([(await stands())?.['aliases'], await standing()]).toEqual([
    ['Alms Inc', 'Bounty', 'Shared', 'BNT'],
    ['Alms', 'Charis'],
  ])
  await undo(b)
  expect([await stands(), await standing()]).toEqual([before, ['Alms', 'Bounty', 'Charis']])

  // also with names that are no longer those of the merge
  const again = await merge(kept, first)
  await app.query(`UPDATE platforms SET aliases = '{Alms Inc,Elsewhere}' WHERE id = $1`, [kept])
  expect(await early(again)).toBe(directory.directoryMessages.tooLate)
  expect(await standing()).toEqual(['Alms', 'Charis'])
})

test('gifts waiting for an employer are found by a new name and a new mail domain, and wait again after an undo', async () => {
  const [blooms, domain] = [`Blooms Et Cetera ${count}`, `blooms${count}.example`]
  const named = await recordDonation(app, org, {
    email: 'ann@example.org',
    employer: `${blooms}, Inc.`,
    amountCents: 20_000,
  })
  const writes = await recordDonation(app, org, { email: `bo@${domain}`, employer: '', amountCents: 20_000 })
  const beside = await recordDonation(app, org, {
    email: 'cy@example.org',
    employer: `Quite Another ${count}`,
    amountCents: 20_000,
  })
  expect([named.statusId, writes.statusId, beside.statusId]).toEqual([2, 23, 2])
  const body = await form({ aliases: [`ZW ${count}`, blooms], email_domains: [`zinnia${count}.example`, domain] })
  const seen = await app.call(directory.reviewDirectoryCompany, { body }, { token })
  expect(seen).toMatchObject({ gifts: 2, changed: 2, matchable: 2, mails: { waits_because: 'directory' } })
  expect(seen.mails.mails).toBe(2)

  await app.call(directory.saveDirectoryCompany, { body }, { token })
  const changeId = (await read()).changes[0]?.id ?? 0
  const work = async (gained?: { names: string[]; domains: string[] }) =>
    processGifts(
      { platform: app.platform, directory: createDirectory(app.platform) },
      { changeId, gained },
      new AbortController().signal,
    )
  const statuses = async () => Promise.all([named, writes, beside].map(async ({ id }) => (await match(id)).status_id))
  const gained = { names: [blooms], domains: [domain] }
  await work(gained)
  await work(gained)
  expect(await statuses()).toEqual([7, 7, 2])
  expect((await read()).changes[0]).toMatchObject({ gifts: 2, left: 0 })
  const held = await app.query(
    "SELECT donation_id FROM notifications WHERE organization_id = $1 AND held_because = 'directory' AND state = 'queued'",
    [org],
  )
  expect(held).toHaveLength(2)

  expect((await undo(changeId)).change).toMatchObject({ undone_by: 'Sam Support', gifts: 2, left: 2 })
  await work()
  expect(await statuses()).toEqual([2, 23, 2])
  expect((await read()).changes[0]).toMatchObject({ left: 0 })
})
