import { review } from '@twofold/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { requeueLostUndos } from '../../../donations/undos/index.ts'
import { resolutionUndo, runResolution, runResolutionUndo } from './run-resolution.ts'

let app: TestApp
let token: string
let [north, south] = [0, 0]
let acme = 0
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
  north = await app.createOrganization({ name: 'North' })
  south = await app.createOrganization({ name: 'South' })
  const companies = await app.createCompanies([
    { name: 'Zyxomatic Industries', policy: { method: 'csr', submission_url: 'https://example.org/csr' } },
  ])
  acme = companies.get('Zyxomatic Industries') ?? 0
})
afterAll(() => app.stop())

const queue = () => app.call(review.listReview, {}, { token })
const groupOf = async (text: string) => (await queue()).groups.find(({ employer_text }) => employer_text === text)
/** Without the delay of ten seconds, and with nothing cached. */
const work = (id: number, undo = false) => {
  const worker = { platform: app.platform, directory: createDirectory(app.platform) }
  return undo ? runResolutionUndo(worker, id) : runResolution(worker, { resolutionId: id })
}

test('groups spellings of one employer across organizations, most frequent first', async () => {
  const waiting = { status: 2, cents: 2_500 }
  await app.createDonation({ ...waiting, organization: north, employer: 'Zyxo, Inc.', donor: 'A' })
  await app.createDonation({ ...waiting, organization: north, employer: 'Zyxo, Inc.', donor: 'B' })
  await app.createDonation({ ...waiting, organization: south, employer: 'ZYXO  inc', donor: 'C', currency: 'CAD' })
  await app.createDonation({ ...waiting, organization: south, employer: 'Quuxly', donor: 'D', at: '2026-04-01 09:00' })
  await app.createDonation({ organization: south, status: 9, employer: 'Zyxo, Inc.', donor: 'E' })
  const { groups, total, gifts, is_partial } = await queue()
  expect({ total, gifts, is_partial }).toEqual({ total: 2, gifts: 4, is_partial: false })
  expect(groups).toMatchObject([
    {
      key: 'zyxo inc',
      employer_text: 'Zyxo, Inc.',
      gifts: 3,
      organizations: 2,
      organization_names: ['North', 'South'],
      sums: [
        { currency: 'USD', amount: 50 },
        { currency: 'CAD', amount: 25 },
      ],
    },
    { employer_text: 'Quuxly', gifts: 1, oldest: '2026-04-01', organization_names: ['South'] },
  ])
})

test('shows evidence for each text: donors’ domains, similar names, and waiting organizations', async () => {
  const company = (await app.createCompanies([{ name: 'Marigold Data Works', domains: ['marigold.example'] }])).get(
    'Marigold Data Works',
  )
  const gift = { status: 2, employer: 'Zyxomatik Industries' }
  await app.createDonation({ ...gift, organization: north, donor: 'Ev One', email: 'ev@marigold.example' })
  await app.createDonation({ ...gift, organization: north, donor: 'Ev Two', email: 'two@gmail.com' })
  const last = await app.createDonation({ ...gift, organization: south, donor: 'Ev Three', email: 'three@gmail.com' })
  // The directory in memory is up to a second old.
  const firstOffered = async () => (await groupOf('Zyxomatik Industries'))?.candidates[0]?.company_id
  await expect.poll(firstOffered).toBe(company)
  const group = await groupOf('Zyxomatik Industries')
  expect(group).toMatchObject({
    organization_names: ['North', 'South'],
    by_organization: [
      { name: 'North', gifts: 2 },
      { name: 'South', gifts: 1 },
    ],
    mail_domains: [
      { domain: 'marigold.example', donors: 1, is_public: false },
      { domain: 'gmail.com', donors: 2, is_public: true },
    ],
  })
  expect(group?.candidates.slice(0, 2)).toEqual([
    {
      company_id: company,
      name: 'Marigold Data Works',
      hit: 'Marigold Data Works',
      likeness: expect.any(Number),
      donors_at_domain: 1,
    },
    {
      company_id: acme,
      name: 'Zyxomatic Industries',
      hit: 'Zyxomatic Industries',
      likeness: 0.95,
      donors_at_domain: 0,
    },
  ])
  const counted = await app.call(review.countReview, {}, { token })
  expect(counted).toEqual({ employers: (await queue()).total, suggestions: 0, is_whole: true })
  await app.query("DELETE FROM donations WHERE employer_text = 'Zyxomatik Industries' AND id <= $1", [last])
})

test('previews the gifts, matches and emails of a resolution without applying it', async () => {
  const before = await mailsAndMessages()
  const body = { key: 'zyxo inc', company_id: acme }
  const seen = await app.call(review.reviewResolution, { body }, { token })
  expect(seen).toMatchObject({
    gifts: 3,
    organizations: 2,
    mails: { mails: expect.any(Number), is_whole: true, waits_because: null },
  })
  expect(seen.mails.mails).toBeGreaterThan(0)
  expect(await mailsAndMessages()).toEqual(before)
  const added = await app.call(
    review.reviewResolution,
    { body: { key: 'quuxly', new_company: 'Quuxly Works' } },
    { token },
  )
  expect(added).toMatchObject({ gifts: 1, matchable: 0, mails: { mails: 1 } })
  expect(await app.query("SELECT FROM companies WHERE name = 'Quuxly Works'")).toEqual([])
  const none = await app.refusal(review.reviewResolution, { body: { key: 'nobody', company_id: acme } }, { token })
  expect(none.message).toBe(review.reviewMessages.noWaitingGifts)
})

test('a resolution assigns the company, learns the spelling and evaluates every gift', async () => {
  const { resolution } = await app.call(
    review.resolveEmployer,
    { body: { key: 'zyxo inc', company_id: acme } },
    { token },
  )
  expect(resolution).toMatchObject({ company: { id: acme, name: 'Zyxomatic Industries' }, by: 'Sam Support' })
  expect(await groupOf('Zyxo, Inc.')).toBeUndefined()
  await work(resolution.id)
  const rows = await app.query(
    `SELECT organization_id, status_id, company_id, employer_text FROM donations
     WHERE company_id IS NOT NULL ORDER BY id`,
  )
  expect(rows).toMatchObject([
    { organization_id: String(north), status_id: 7, company_id: String(acme), employer_text: 'Zyxo, Inc.' },
    { organization_id: String(north), status_id: 7, company_id: String(acme) },
    { organization_id: String(south), company_id: String(acme), employer_text: 'ZYXO  inc' },
  ])
  const aliases = await app.query('SELECT name FROM company_aliases WHERE company_id = $1', [acme])
  expect(aliases).toEqual([{ name: 'Zyxo, Inc.' }])
  const trail = await app.query(
    `SELECT organization_id, as_super, before, after FROM audit_events WHERE subject = 'employer' ORDER BY organization_id`,
  )
  expect(trail).toMatchObject([
    { organization_id: String(north), as_super: true, after: { employer: 'Zyxomatic Industries', gifts: 2 } },
    { organization_id: String(south), before: { employer: 'ZYXO  inc' }, after: { gifts: 1 } },
  ])
  const { recent } = await queue()
  expect(recent[0]).toMatchObject({ employer_text: 'Zyxo, Inc.', state: 'done', gifts: 3 })
})

test('repeated and concurrent runs of the job change nothing twice', async () => {
  const [row] = await app.query<{ id: string }>('SELECT id FROM employer_resolutions ORDER BY id LIMIT 1')
  const count = () => app.query('SELECT count(*) AS events FROM donation_events')
  const before = await count()
  const directory = { current: () => Promise.reject(new Error('nothing is left to evaluate')) }
  const again = { platform: app.platform, directory }
  await Promise.all([1, 2].map(() => runResolution(again, { resolutionId: Number(row?.id) })))
  expect(await count()).toEqual(before)
})

test('adds an unknown company, whose gifts wait for its policy', async () => {
  const { resolution } = await app.call(
    review.resolveEmployer,
    { body: { key: 'quuxly', new_company: 'Quuxly Works' } },
    { token },
  )
  await work(resolution.id)
  const [gift] = await app.query(
    `SELECT d.status_id, c.name, c.origin FROM donations d JOIN companies c ON c.id = d.company_id
     WHERE d.employer_text = 'Quuxly'`,
  )
  expect(gift).toEqual({ status_id: 9, name: 'Quuxly Works', origin: 'super' })
  expect((await queue()).groups).toEqual([])
})

test('refuses an employer without waiting gifts and an unknown company', async () => {
  const gone = await app.refusal(review.resolveEmployer, { body: { key: 'quuxly', company_id: acme } }, { token })
  expect([gone.status, gone.message]).toEqual([409, review.reviewMessages.noWaitingGifts])
  await app.createDonation({ organization: north, status: 2, employer: 'Nowhere', donor: 'N' })
  const unknown = await app.refusal(
    review.resolveEmployer,
    { body: { key: 'nowhere', company_id: 99_999_999 } },
    { token },
  )
  expect(unknown.fields).toEqual({ company_id: review.reviewMessages.unknownCompany })
  const none = await app.refusal(review.resolveEmployer, { body: { key: 'nowhere' } }, { token })
  expect(none.fields).toEqual({ company_id: review.reviewMessages.chooseCompany })
})

const resolve = async (key: string, choice: { company_id: number } | { new_company: string }) =>
  (await app.call(review.resolveEmployer, { body: { key, ...choice } }, { token })).resolution
const undo = (resolutionId: number, by = token) =>
  app.sendRoute(review.undoResolution, { params: { resolutionId } }, { token: by }).then(({ status }) => status)
const giftsOf = (employer: string) =>
  app.query<{ status_id: number; company_id: string | null }>(
    'SELECT status_id, company_id FROM donations WHERE employer_text = $1 ORDER BY id',
    [employer],
  )
const mailsAndMessages = async () => {
  const [row] = await app.query(
    `SELECT (SELECT count(*) FROM notifications WHERE state <> 'skipped') AS mails,
       (SELECT count(*) FROM donation_events) AS events, (SELECT count(*) FROM audit_events) AS lines`,
  )
  return row
}

test('an undo within ten seconds leaves no trace: no gift, mail, event or spelling', async () => {
  await app.createDonation({ organization: north, status: 2, employer: 'Blorp AG', donor: 'Bo' })
  const before = await mailsAndMessages()
  const resolution = await resolve('blorp ag', { company_id: acme })
  expect(resolution).toMatchObject({ state: 'running', can_undo: true })
  expect(await groupOf('Blorp AG')).toBeUndefined()
  expect(await undo(resolution.id)).toBe(202)
  await work(resolution.id)
  await work(resolution.id, true)
  expect(await mailsAndMessages()).toEqual(before)
  expect(await giftsOf('Blorp AG')).toEqual([{ status_id: 2, company_id: null }])
  expect(await groupOf('Blorp AG')).toMatchObject({ gifts: 1 })
  expect(await app.query("SELECT FROM company_aliases WHERE name = 'Blorp AG'")).toEqual([])
  expect((await queue()).recent[0]).toMatchObject({ id: resolution.id, state: 'undone', can_undo: false })
  expect(await undo(resolution.id)).toBe(409)
})

test('restarts a lost undo by itself, once', async () => {
  await app.createDonation({ organization: north, status: 2, employer: 'Grault AG', donor: 'Gus' })
  const { id } = await resolve('grault ag', { company_id: acme })
  await app.query(
    `UPDATE employer_resolutions SET undone_at = $2::timestamptz - interval '10 minutes', undone_by = user_id, done_at = $2
     WHERE id = $1`,
    [id, app.platform.clock()],
  )
  await requeueLostUndos(app.platform, [resolutionUndo])
  await requeueLostUndos(app.platform, [resolutionUndo])
  await expect.poll(async () => (await queue()).recent.find((one) => one.id === id)?.state).toBe('undone')
  const jobs = await app.query("SELECT FROM pgboss.job WHERE name = 'undos' AND data @> $1", [
    { kind: 'resolution', id },
  ])
  expect(jobs).toHaveLength(1)
  expect(await groupOf('Grault AG')).toMatchObject({ gifts: 1 })
})

test('a later undo makes its gifts and those found by the spelling wait again, and cancels its emails', async () => {
  const gift = { status: 2, employer: 'Blorp AG' }
  await app.createDonation({ ...gift, organization: north, donor: 'Bo' })
  const acted = await app.createDonation({ ...gift, organization: south, donor: 'Cy' })
  const resolution = await resolve('blorp ag', { company_id: acme })
  await work(resolution.id)
  expect((await giftsOf('Blorp AG')).map(({ company_id }) => company_id)).toEqual([acme, acme, acme].map(String))
  await app.createDonation({ organization: south, status: 7, employer: 'blorp ag', donor: 'Di', company: acme })
  await app.createDonation({ organization: south, status: 7, employer: 'Zyxomatic', donor: 'Ed', company: acme })
  await app.query('UPDATE donations SET status_id = 4 WHERE id = $1', [acted])
  expect(await undo(resolution.id)).toBe(202)
  await Promise.all([work(resolution.id, true), work(resolution.id, true)])
  expect(await giftsOf('Blorp AG')).toEqual([
    { status_id: 2, company_id: null },
    { status_id: 2, company_id: null },
    { status_id: 4, company_id: String(acme) },
  ])
  expect((await giftsOf('blorp ag'))[0]).toEqual({ status_id: 2, company_id: null })
  expect((await giftsOf('Zyxomatic'))[0]).toMatchObject({ company_id: String(acme) })
  app.clock.advance({ minutes: 31 })
  await vi.waitFor(
    async () => {
      const mails = await app.query(
        `SELECT n.state FROM notifications n JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
         WHERE d.employer_text = 'Blorp AG' AND d.status_id = 2`,
      )
      expect(mails).toEqual([{ state: 'skipped' }, { state: 'skipped' }])
    },
    { timeout: 240_000, interval: 50 },
  )
  const lines = await app.query(
    "SELECT organization_id, before, after FROM audit_events WHERE action = 'assignment undone' ORDER BY organization_id",
  )
  expect(lines).toMatchObject([
    { organization_id: String(north), before: { employer: 'Zyxomatic Industries' }, after: { gifts: 2 } },
    { organization_id: String(south), after: { gifts: 1 } },
  ])
})

test('holds and releases its emails, including future ones', async () => {
  const gift = { status: 2, employer: 'Held Blorp' }
  await app.createDonation({ ...gift, organization: north, donor: 'Hy' })
  await app.createDonation({ ...gift, organization: south, donor: 'Io' })
  const { id } = await resolve('held blorp', { company_id: acme })
  const hold = async (held: boolean) =>
    (await app.call(review.holdResolution, { params: { resolutionId: id }, body: { held } }, { token })).resolution
  expect((await hold(true)).mails).toEqual({ waiting: 0, held: 0, are_held: true })
  await work(id)
  expect((await queue()).recent[0]?.mails).toEqual({ waiting: 2, held: 2, are_held: true })
  expect((await hold(false)).mails).toEqual({ waiting: 2, held: 0, are_held: false })
  expect((await hold(true)).mails).toEqual({ waiting: 2, held: 2, are_held: true })
  const lines = await app.query(
    "SELECT organization_id, action, after FROM audit_events WHERE subject = 'mails to donors' ORDER BY id",
  )
  expect(lines.map(({ action }) => action)).toEqual(['released', 'released', 'held', 'held'])
})

test('undo deletes the added company unless it is in use', async () => {
  await app.createDonation({ organization: north, status: 2, employer: 'Fnord Ltd', donor: 'Fay' })
  const resolution = await resolve('fnord ltd', { new_company: 'Fnord Limited' })
  await work(resolution.id)
  await undo(resolution.id)
  await work(resolution.id, true)
  expect(await app.query("SELECT FROM companies WHERE name = 'Fnord Limited'")).toEqual([])
  expect((await queue()).recent[0]).toMatchObject({ company: { id: null, name: 'Fnord Limited' }, state: 'undone' })
  const again = await resolve('fnord ltd', { new_company: 'Fnord Limited' })
  await work(again.id)
  await app.createDonation({
    organization: south,
    status: 4,
    employer: 'Fnord',
    donor: 'Gus',
    company: again.company.id ?? 0,
  })
  await undo(again.id)
  await work(again.id, true)
  expect(await app.query("SELECT name FROM companies WHERE name = 'Fnord Limited'")).toHaveLength(1)
})

test('refuses the second of two concurrent resolutions of one name', async () => {
  await app.createDonation({ organization: north, status: 2, employer: 'Grault', donor: 'Gil' })
  const second = await app.signIn(await app.createUser({ isSuper: true }))
  const both = await Promise.all(
    [token, second].map((by) =>
      app.sendRoute(review.resolveEmployer, { body: { key: 'grault', company_id: acme } }, { token: by }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  expect((await app.query("SELECT FROM employer_resolutions WHERE employer_key = 'grault'")).length).toBe(1)
})

test('refuses an undo after a week, and by anyone except support', async () => {
  const last = (await queue()).recent[0]?.id ?? 0
  const admin = await app.signIn(await app.createMember(north, 'admin'))
  expect(await undo(last, admin)).toBe(403)
  expect(await undo(999_999)).toBe(404)
  app.clock.advance({ days: 8 })
  token = await app.signIn(await app.createUser({ isSuper: true }))
  expect(await undo(last)).toBe(409)
})
