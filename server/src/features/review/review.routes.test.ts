import { review } from '@twofold/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { insertDonation } from '../donations/testing-donations.ts'
import { runResolution } from './run-resolution.ts'

let app: TestApp
let token: string
let [north, south] = [0, 0]
let acme = 0
beforeAll(async () => {
  app = await startTestApp()
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
  north = await app.createOrganization({ name: 'North' })
  south = await app.createOrganization({ name: 'South' })
  const companies = await app.loadCompanies([
    { name: 'Zyxomatic Industries', policy: { method: 'csr', submission_url: 'https://example.org/csr' } },
  ])
  acme = companies.get('Zyxomatic Industries') ?? 0
})
afterAll(() => app.stop())

const queue = () => app.call(review.listReview, {}, { token })
const groupOf = async (text: string) => (await queue()).groups.find(({ employer_text }) => employer_text === text)
const done = (id: number) =>
  vi.waitFor(
    async () => {
      const [row] = await app.query('SELECT done_at, gifts FROM employer_resolutions WHERE id = $1', [id])
      expect(row?.done_at).not.toBeNull()
      return row
    },
    { timeout: 15_000, interval: 50 },
  )

test('spellings of one employer are one question, across organizations, the most frequent first', async () => {
  const waiting = { status: 2, cents: 2_500 }
  await insertDonation(app, { ...waiting, organization: north, employer: 'Zyxo, Inc.', donor: 'A' })
  await insertDonation(app, { ...waiting, organization: north, employer: 'Zyxo, Inc.', donor: 'B' })
  await insertDonation(app, { ...waiting, organization: south, employer: 'ZYXO  inc', donor: 'C', currency: 'CAD' })
  await insertDonation(app, { ...waiting, organization: south, employer: 'Quuxly', donor: 'D', at: '2026-04-01 09:00' })
  await insertDonation(app, { organization: south, status: 9, employer: 'Zyxo, Inc.', donor: 'E' })
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

test('one press assigns the company, teaches the spelling, and has every gift judged again', async () => {
  const { resolution } = await app.call(
    review.resolveEmployer,
    { body: { key: 'zyxo inc', company_id: acme } },
    { token },
  )
  expect(resolution).toMatchObject({ company: { id: acme, name: 'Zyxomatic Industries' }, by: 'Sam Support' })
  expect(await groupOf('Zyxo, Inc.')).toBeUndefined()
  await done(resolution.id)
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

test('the job may run again, and beside itself: nothing happens twice', async () => {
  const [row] = await app.query<{ id: string }>('SELECT id FROM employer_resolutions ORDER BY id LIMIT 1')
  const count = () => app.query('SELECT count(*) AS events FROM donation_events')
  const before = await count()
  const directory = { current: () => Promise.reject(new Error('nothing is left to judge')) }
  const again = { platform: app.platform, directory }
  await Promise.all([1, 2].map(() => runResolution(again, { resolutionId: Number(row?.id) })))
  expect(await count()).toEqual(before)
})

test('a company that is not in the directory is added to it, and its gifts wait for its policy', async () => {
  const { resolution } = await app.call(
    review.resolveEmployer,
    { body: { key: 'quuxly', new_company: 'Quuxly Works' } },
    { token },
  )
  await done(resolution.id)
  const [gift] = await app.query(
    `SELECT d.status_id, c.name, c.origin FROM donations d JOIN companies c ON c.id = d.company_id
     WHERE d.employer_text = 'Quuxly'`,
  )
  expect(gift).toEqual({ status_id: 9, name: 'Quuxly Works', origin: 'super' })
  expect((await queue()).groups).toEqual([])
})

test('what nobody waits for, and a company that nobody knows, are refused', async () => {
  const gone = await app.refusal(review.resolveEmployer, { body: { key: 'quuxly', company_id: acme } }, { token })
  expect([gone.status, gone.message]).toEqual([409, review.reviewMessages.nothingWaits])
  await insertDonation(app, { organization: north, status: 2, employer: 'Nowhere', donor: 'N' })
  const unknown = await app.refusal(
    review.resolveEmployer,
    { body: { key: 'nowhere', company_id: 99_999_999 } },
    { token },
  )
  expect(unknown.fields).toEqual({ company_id: review.reviewMessages.unknownCompany })
  const none = await app.refusal(review.resolveEmployer, { body: { key: 'nowhere' } }, { token })
  expect(none.fields).toEqual({ company_id: review.reviewMessages.chooseCompany })
})
