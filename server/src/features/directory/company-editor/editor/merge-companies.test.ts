import { audit, companies, directory, donationChanges, donations } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { loadStarterDirectory } from '../../../core/companies/load-directory.ts'
import { recordDonation } from '../../../email/notifications/record-donation.testing.ts'
import { expireJournal } from '../../../matches/journal/expire-journal.ts'
import { applyTimeTransitions, moveMatches } from '../../../matches/matches/index.ts'
import { processGifts } from './process-gifts.ts'

let app: TestApp
let [token, admin, kept, other] = ['', '', '', '']
let [org, keptId, otherId, count] = [0, 0, 0, 0]

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T15:00:00Z'), config: { role: 'web' } })
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
})
afterAll(() => app.stop())
beforeEach(async () => {
  count++
  app.clock.set('2026-06-15T15:00:00Z')
  org = await app.createOrganization({ name: `Riverbend ${count}` })
  admin = await app.signIn(await app.createMember(org, 'admin'))
  kept = `Marlowe Glass ${count}`
  other = `Ferncroft Optics ${count}`
  const policy = { method: 'csr', submission_url: 'https://give.marlowe.example', max_per_year_cents: 30_000 }
  const ids = await app.createCompanies([
    { name: kept, domains: [`marlowe${count}.example`], policy: { ...policy, ratio: '1:1', min_amount_cents: 1_000 } },
    {
      name: other,
      aliases: [`FCO ${count}`],
      domains: [`ferncroft${count}.example`],
      policy: { ...policy, ratio: '2:1', min_amount_cents: 10_000 },
    },
  ])
  keptId = ids.get(kept) ?? 0
  otherId = ids.get(other) ?? 0
})

const at = (companyId = keptId) => ({ params: { companyId } })
const read = (companyId = keptId) => app.call(directory.getDirectoryCompany, at(companyId), { token })
const body = (policy: 'this' | 'other' | null = 'this') => ({ other_id: otherId, policy })
const review = (policy: 'this' | 'other' | null = 'this') =>
  app.call(directory.reviewCompanyMerge, { ...at(), body: body(policy) }, { token })
const merge = (policy: 'this' | 'other' | null = 'this') =>
  app.call(directory.mergeCompanies, { ...at(), body: body(policy) }, { token })
const refused = (over: object, companyId = keptId) =>
  app.refusal(directory.mergeCompanies, { ...at(companyId), body: { ...body(), ...over } }, { token })
const undo = (changeId: number) => app.call(directory.undoDirectoryChange, { params: { changeId } }, { token })
const work = (changeId: number) =>
  processGifts(
    { platform: app.platform, directory: createDirectory(app.platform) },
    { changeId, swept: true },
    new AbortController().signal,
  )
const match = async (id: number) =>
  (await app.call(donations.getDonation, { params: { id } }, { token: admin })).donation
const companyOf = async (id: number) =>
  (await app.query<{ company_id: string }>('SELECT company_id FROM donations WHERE id = $1', [id]))[0]?.company_id
const events = async (id: number) =>
  app.query('SELECT action, changes FROM donation_events WHERE donation_id = $1 ORDER BY id', [id])
const gift = (email: string, employer: string, amountCents: number) =>
  recordDonation(app, org, { email, employer, amountCents })
const series = async () => {
  for (const month of ['02', '03', '04']) {
    const [email, day] = ['monthly@example.org', `2026-${month}-10`]
    await recordDonation(app, org, { email, employer: other, amountCents: 5_000, day, recurringId: 'plan' })
  }
}
const campaign = (of: {
  company_id?: number
  start_date?: string
  end_date?: string
  match_ratio?: string
  group_submit?: boolean
}) =>
  app.query(
    `INSERT INTO campaigns (organization_id, name, company_id, start_date, end_date, match_ratio, group_submit)
     VALUES ($1, 'Season', $2, $3, $4, $5, $6)`,
    [
      org,
      of.company_id ?? otherId,
      of.start_date ?? '2026-06-01',
      of.end_date ?? '2026-06-30',
      of.match_ratio ?? '',
      of.group_submit ?? false,
    ],
  )
const reevaluate = async () => {
  app.clock.advance({ minutes: 1 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
}

test('previews a merge, moves everything to one company with one line per match, and undoes it', async () => {
  const small = await gift('ann@example.org', other, 5_000)
  const open = await gift('bo@example.org', `fco ${count}`, 20_000)
  const beside = await gift('bo@example.org', kept, 25_000)
  const asked = await gift('cy@example.org', other, 12_000)
  const gone = await gift('di@example.org', other, 13_000)
  await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [gone.id])
  await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [asked.id])
  expect([small.statusId, open.statusId, beside.statusId]).toEqual([10, 7, 7])
  const kid = await app.createCompany({ name: `Petal ${count}` })
  await app.query('UPDATE companies SET parent_id = $1 WHERE id = $2', [otherId, kid])
  for (const [company, day] of [
    [keptId, '2026-01-01'],
    [otherId, '2026-02-01'],
  ] as const) {
    await campaign({ company_id: company, start_date: day, end_date: '2026-03-01' })
  }

  const shown = await review()
  expect(shown).toMatchObject({
    other: { id: otherId, name: other },
    names: [`FCO ${count}`, other],
    email_domains: [`ferncroft${count}.example`],
    subsidiaries: [{ id: kid, name: `Petal ${count}` }],
    gifts: 4,
    organizations: 1,
    campaigns: 1,
    asks_policy: true,
    conflicts: [`Riverbend ${count} has overlapping campaigns for both. On shared days, the later one applies.`],
    review: { changed: 2, moves: expect.arrayContaining([{ from_status_id: 10, to_status_id: 7, count: 1 }]) },
  })
  expect(shown.policies.this).not.toBe(shown.policies.other)
  expect(await companyOf(small.id)).toBe(String(otherId))
  expect((await read(otherId)).merged_into).toBeNull()

  const [change] = (await merge()).changes
  expect(change).toMatchObject({ kind: 'merge', gifts: 4, left: 4, can_undo: true })
  const late = await gift('ed@example.org', `FCO ${count}`, 11_000)
  expect(await companyOf(late.id)).toBe(String(keptId))
  const changeId = change?.id ?? 0
  await Promise.all([work(changeId), work(changeId)])
  expect((await read()).changes[0]).toMatchObject({ gifts: 4, left: 0 })
  for (const { id } of [small, open, asked, gone]) expect(await companyOf(id)).toBe(String(keptId))
  expect([(await match(small.id)).status_id, (await match(small.id)).matched]).toEqual([7, 50])
  // $300 a year for both of their gifts, instead of $300 for each company.
  expect((await match(open.id)).matched + (await match(beside.id)).matched).toBe(300)
  expect([await events(small.id), await events(asked.id)].map(({ length }) => length)).toEqual([2, 2])
  expect((await match(asked.id)).status_id).toBe(4)
  expect((await events(open.id)).at(-1)).toMatchObject({ changes: [{ field: 'company', from: other, to: kept }] })
  const { events: lines } = await app.call(audit.listAudit, { params: { id: org } }, { token: admin })
  expect(lines.find(({ subject }) => subject === 'employer')).toMatchObject({
    action: 'merged',
    before: { employer: other },
    after: { employer: kept, gifts: 4 },
  })
  const held = await app.query(
    `SELECT n.held_because FROM notifications n WHERE n.donation_id = $1 AND n.state = 'queued'`,
    [small.id],
  )
  expect(held).toEqual([{ held_because: 'directory' }])

  await undo(changeId)
  await Promise.all([work(changeId), work(changeId)])
  expect(await companyOf(late.id)).toBe(String(keptId))
  for (const { id } of [small, open, asked, gone]) expect(await companyOf(id)).toBe(String(otherId))
  expect([(await match(small.id)).status_id, (await match(open.id)).matched]).toEqual([10, 300])
  expect((await match(beside.id)).matched).toBe(250)
  // New gifts are evaluated with all gifts of the remaining company.
  expect((await read()).changes[0]).toMatchObject({ gifts: 6, left: 1 })
  await reevaluate()
  expect((await read()).changes[0]).toMatchObject({ undone_by: 'Sam Support', left: 0 })
  expect((await read(otherId)).subsidiaries).toEqual([{ id: kid, name: `Petal ${count}` }])
  expect((await read()).company).toMatchObject({ aliases: [], email_domains: [`marlowe${count}.example`] })
  expect((await read(otherId)).company.email_domains).toEqual([`ferncroft${count}.example`])
})

test('undoing a merge after weeks restores unchanged matches, including series', async () => {
  await campaign({ match_ratio: '3:1' })
  // Two gifts that reach the minimum together are one match, and so are installments.
  for (const _ of ['one', 'two']) await gift('few@example.org', kept, 600)
  await series()
  await gift('kept@example.org', kept, 2_500)
  await gift('both@example.org', kept, 20_000)
  await gift('both@example.org', other, 20_000)
  const touched = await gift('touched@example.org', kept, 2_500)
  const gone = await gift('kept@example.org', other, 13_000)
  await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [gone.id])
  const readState = () =>
    app.query(
      `SELECT id::int, company_id::int, status_id::int, reason_code, amount_cents::int, own_cents::int, estimated_cents::int,
         merged_into_id::int, campaign_id::int, policy_version_id::int, deadline_at
       FROM donations WHERE organization_id = $1 AND id <> $2 ORDER BY id`,
      [org, touched.id],
    )
  const before = await readState()
  expect(before.map(({ amount_cents, status_id }) => [amount_cents, status_id])).toContainEqual([1_200, 7])

  const change = (await merge('other')).changes[0]?.id ?? 0
  await reevaluate()
  await work(change)
  const merged = await readState()
  expect(merged.map((row, place) => row['estimated_cents'] === before[place]?.['estimated_cents'])).toContain(false)
  app.clock.advance({ days: 20 })
  await expireJournal(app.platform)
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
  admin = await app.signIn(await app.createMember(org, 'admin'))
  await app.call(
    donationChanges.updateDonation,
    { params: { id: touched.id }, body: { amount: 150 } },
    { token: admin },
  )

  await undo(change)
  app.clock.advance({ minutes: 1 })
  await Promise.all([work(change), applyTimeTransitions(app.platform, createDirectory(app.platform))])
  await work(change)
  expect(await readState()).toEqual(before)
  // A match that changed since is evaluated by its company's policy and without the other's campaign.
  expect(await match(touched.id)).toMatchObject({ amount: 150, matched: 150, campaign_id: null })
})

test('a merge keeps donors’ actions at the merged company', async () => {
  const [engaged, declined] = [
    await gift('ida@example.org', other, 20_000),
    await gift('jo@example.org', other, 20_000),
  ]
  const tenant = grantTenant(org, [org])
  const actor = { kind: 'donor', userId: null } as const
  const context = { platform: app.platform, tenant, directory: createDirectory(app.platform), actor }
  await inTenant(app.platform.database, tenant, async (db) => {
    await moveMatches(db, context, { donationIds: [engaged.id], action: 'open_instructions' })
    await moveMatches(db, context, { donationIds: [declined.id], action: 'decline' })
  })
  const change = (await merge('this')).changes[0]?.id ?? 0
  await work(change)
  const readState = async () => [(await match(engaged.id)).status_id, (await match(declined.id)).status_id]
  expect([await companyOf(engaged.id), await readState()]).toEqual([String(keptId), [28, 21]])
  await undo(change)
  await work(change)
  expect([await companyOf(engaged.id), await readState()]).toEqual([String(otherId), [28, 21]])
  expect((await read()).changes[0]).toMatchObject({ not_restored: [] })
})

test('works the same across a family, and for a campaign of the other company that had led to a list', async () => {
  const chapter = await app.createOrganization({ parent_id: org, type: 'chapter' })
  await campaign({ group_submit: true })
  const listed = await gift('listed@example.org', kept, 12_000)
  await gift('family@example.org', kept, 25_000)
  await recordDonation(app, chapter, { email: 'family@example.org', employer: other, amountCents: 20_000 })
  const readState = () =>
    app.query(
      `SELECT id::int, company_id::int, status_id::int, estimated_cents::int, campaign_id::int, deadline_at FROM donations
       WHERE organization_id = ANY ($1) ORDER BY id`,
      [[org, chapter]],
    )
  const waiting = () =>
    app.query(
      `SELECT donation_id::int, kind, status_id::int FROM notifications
       WHERE organization_id = ANY ($1) AND state IN ('queued', 'sending') ORDER BY 1, 2`,
      [[org, chapter]],
    )
  const before = await readState()
  const mails = await waiting()
  const change = (await merge('other')).changes[0]?.id ?? 0
  await reevaluate()
  await work(change)
  expect((await match(listed.id)).status_id).toBe(3)
  await undo(change)
  await work(change)
  expect(await readState()).toEqual(before)
  expect(await waiting()).toEqual(mails)
})

test('evaluates all matches of both companies again if gifts were waiting for evaluation at the merge', async () => {
  await campaign({ match_ratio: '3:1' })
  const gifts = [await gift('stays@example.org', kept, 5_000), await gift('goes@example.org', other, 10_000)]
  const sums = () => Promise.all(gifts.map(async ({ id }) => (await match(id)).matched))
  expect(await sums()).toEqual([50, 300])
  await app.query('UPDATE donations SET look_again_at = $2 WHERE id = $1', [gifts[0]?.id, app.clock()])
  const change = (await merge('this')).changes[0]?.id ?? 0
  await reevaluate()
  await work(change)
  expect(await sums()).toEqual([150, 300])
  await undo(change)
  await reevaluate()
  await work(change)
  expect(await sums()).toEqual([50, 300])
})

test('restores a series that changed since the merge', async () => {
  await series()
  const readState = () =>
    app.query(
      `SELECT id::int, company_id::int, status_id::int, amount_cents::int, own_cents::int, estimated_cents::int, merged_into_id::int
       FROM donations WHERE organization_id = $1 ORDER BY id`,
      [org],
    )
  const before = await readState()
  const change = (await merge('this')).changes[0]?.id ?? 0
  await work(change)
  const whole = before.find(({ merged_into_id }) => merged_into_id === null)
  const body = { custom: { fund: 'Roof' } }
  await app.call(donationChanges.updateDonation, { params: { id: Number(whole?.['id']) }, body }, { token: admin })
  await undo(change)
  await work(change)
  expect(await readState()).toEqual(before)
})

test('a merged company is not listed, redirects, and cannot be changed', async () => {
  await merge()
  expect((await read(otherId)).merged_into).toEqual({ id: keptId, name: kept })
  const { companies: listed } = await app.call(companies.listCompanies, { query: { search: other } }, { token })
  expect(listed.map(({ id }) => id)).toEqual([keptId])
  const page = await app.send('GET', `/companies/${otherId}`)
  expect(page.headers.get('location')).toContain(`/companies/${keptId}-`)
  const { company: form } = await read(otherId)
  const change = await app.refusal(directory.saveDirectoryCompany, { body: { ...form, industry: 'Glass' } }, { token })
  expect([change.status, change.message]).toEqual([409, `${other} was merged into ${kept}. Change that company.`])
  expect((await refused({})).fields).toEqual({ other_id: `${other} was already merged into ${kept}.` })
  const { company_id: _, ...blank } = { ...form, aliases: [], email_domains: [] }
  const again = await app.refusal(directory.saveDirectoryCompany, { body: { ...blank, name: other } }, { token })
  expect(again.fields).toEqual({ name: `“${other}” is already a name of ${kept}. Remove it there first.` })
  await app.query('DELETE FROM company_aliases WHERE company_id = $1 AND name = $2', [keptId, other])
  const still = await app.refusal(directory.saveDirectoryCompany, { body: { ...blank, name: other } }, { token })
  expect(still.fields).toEqual({ name: `“${other}” was merged into ${kept}.` })
  // An edition of the directory's files does not restore any of it.
  await app.query('DELETE FROM directory_editions')
  await loadStarterDirectory(app.platform)
  expect((await read(otherId)).merged_into).toEqual({ id: keptId, name: kept })
})

test('asks for the policy if both have one, applies the chosen one, and undoes it with the merge', async () => {
  const open = await gift('flo@example.org', kept, 12_000)
  expect((await match(open.id)).matched).toBe(120)
  // The effect on matches depends on the choice, so it is not computed before.
  expect(await review(null)).toMatchObject({ asks_policy: true, gifts: 0, review: null })
  expect(await review('other')).toMatchObject({ asks_policy: true, review: { changed: 1 } })
  expect((await refused({ policy: null })).fields).toEqual({ policy: directory.directoryMessages.mergeWhich })
  const saved = await merge('other')
  expect(saved.versions.filter(({ is_current }) => is_current)).toMatchObject([{ ratio: '2:1', by: 'Sam Support' }])
  await reevaluate()
  expect((await match(open.id)).matched).toBe(240)
  await undo(saved.changes[0]?.id ?? 0)
  expect((await read()).versions.filter(({ is_current }) => is_current)).toMatchObject([{ ratio: '1:1' }])
  const gone = await app.refusal(
    directory.undoDirectoryChange,
    { params: { changeId: saved.changes[0]?.id ?? 0 } },
    { token },
  )
  expect(gone.message).toBe(directory.directoryMessages.tooLate)
})

test('refuses to merge a company with itself, an unknown company, or into a cycle of subsidiaries', async () => {
  expect((await refused({ other_id: keptId })).fields).toEqual({ other_id: directory.directoryMessages.mergeItself })
  expect((await refused({ other_id: 99_999_999 })).fields).toEqual({
    other_id: directory.directoryMessages.mergeUnknown,
  })
  expect((await refused({}, 99_999_999)).status).toBe(404)
  const [parent, kid] = [await app.createCompany(), await app.createCompany({ name: `Kid ${count}` })]
  await app.query('UPDATE companies SET parent_id = $1 WHERE id = $2', [parent, keptId])
  await app.query('UPDATE companies SET parent_id = $1 WHERE id = $2', [otherId, kid])
  expect((await refused({})).message).toContain(`${other} has subsidiaries, like Kid ${count}`)
  // into its own subsidiary, which then becomes independent and gets the other subsidiaries
  await app.query('UPDATE companies SET parent_id = $1 WHERE id = $2', [otherId, keptId])
  const saved = await merge()
  expect([saved.parent, saved.subsidiaries]).toEqual([null, [{ id: kid, name: `Kid ${count}` }]])
  await undo(saved.changes[0]?.id ?? 0)
  expect((await read()).parent).toEqual({ id: otherId, name: other })
})

test('reports about the merged company use the remaining one until the merge is undone', async () => {
  const filters = { companyId: otherId, status: '7' }
  const definition = { filters, columns: ['amount', 'donor_name'] }
  const definitions = [definition, { ...definition, filters: { companyId: keptId } }]
  for (const one of definitions) {
    await app.query(
      "INSERT INTO reports (organization_id, user_id, scope, name, definition, created_at) SELECT $1, id, 'organization', 'Ferns', $2, now() FROM users LIMIT 1",
      [org, JSON.stringify(one)],
    )
  }
  const asked = () =>
    app.query('SELECT definition::text AS definition FROM reports WHERE organization_id = $1 ORDER BY id', [org])
  const of = (first: number) => [
    { definition: JSON.stringify({ ...definition, filters: { ...filters, companyId: first } }) },
    { definition: JSON.stringify(definitions[1]) },
  ]
  expect(await asked()).toEqual(of(otherId))
  const [change] = (await merge()).changes
  expect(await asked()).toEqual(of(keptId))
  await undo(change?.id ?? 0)
  expect(await asked()).toEqual(of(otherId))
})
