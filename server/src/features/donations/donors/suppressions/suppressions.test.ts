import { donors, suppressions } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../../testing/index.ts'
import { recordDonation, testCompanies } from '../../../email/notifications/record-donation.testing.ts'

const clock = settableClock('2026-06-10T15:00:00Z')
let app: TestApp
let organization: number
let token: string

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  organization = await app.createOrganization({ name: 'Riverbend' })
  token = await app.signIn(await app.createMember(organization, 'write'))
})

type Reason = suppressions.SuppressionReason
async function leftOut(email: string, reason: Reason, at: string, more: { name?: string; id?: number } = {}) {
  const id = more.id ?? organization
  const donor = await app.createDonor({ organization: id, name: more.name ?? '', email })
  await app.query('INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, $2, $3, $4)', [
    id,
    email,
    reason,
    at,
  ])
  return donor
}
const list = (query: object = {}, by = token, id = organization) =>
  app.call(suppressions.listSuppressions, { params: { id }, query }, { token: by })
const release = (body: { email: string; because?: string }) =>
  app.call(suppressions.releaseSuppression, { params: { id: organization }, body }, { token })
const emails = async (query: object = {}) => (await list(query)).suppressions.map(({ email }) => email)

test('the list is sorted newest first, with name, address and reason, in pages, including chapters', async () => {
  const ada = await leftOut('ada@example.net', 'unsubscribed', '2026-06-03T10:00:00Z', { name: 'Ada Byron' })
  await leftOut('bo@example.net', 'bounced', '2026-06-01T10:00:00Z', { name: 'Bo Diaz' })
  await leftOut('cy@example.net', 'complained', '2026-06-02T10:00:00Z', { name: 'Cy Byron' })
  const chapter = await app.createOrganization({ name: 'Riverbend North', parent_id: organization })
  await leftOut('dee@example.net', 'bounced', '2026-06-04T10:00:00Z', { id: chapter })
  expect(await emails()).toEqual(['dee@example.net', 'ada@example.net', 'cy@example.net', 'bo@example.net'])
  expect(await emails({ per_page: 2, page: 2 })).toEqual(['cy@example.net', 'bo@example.net'])
  expect(await emails({ reason: 'bounced' })).toEqual(['dee@example.net', 'bo@example.net'])
  const byrons = await list({ search: 'BYRON' })
  expect(byrons.counts).toEqual({ unsubscribed: 1, bounced: 0, complained: 1, opted_out: 0, deceased: 0 })
  expect(byrons.suppressions[0]).toEqual({
    organization: { id: organization, name: 'Riverbend' },
    email: 'ada@example.net',
    donor_id: ada,
    donor_name: 'Ada Byron',
    reason: 'unsubscribed',
    at: '2026-06-03T10:00:00.000Z',
    detail: '',
  })
  const ofChapter = await app.signIn(await app.createMember(chapter, 'read'))
  expect((await list({}, ofChapter, chapter)).suppressions.map(({ email }) => email)).toEqual(['dee@example.net'])
})

test("a bounced address is released immediately, with an audit entry and a note on the donor's page", async () => {
  const bo = await leftOut('bo@example.net', 'bounced', '2026-06-01T10:00:00Z')
  expect(await release({ email: ' BO@example.net ' })).toEqual({
    released: { email: 'bo@example.net', reason: 'bounced', donor_id: bo },
  })
  expect(await emails()).toEqual([])
  const { donor } = await app.call(donors.getDonor, { params: { id: bo } }, { token })
  expect(donor.suppression).toBeNull()
  expect(donor.events).toMatchObject([{ action: 'mails_allowed', changes: [] }])
  expect(
    await app.query(
      'SELECT action, subject, subject_id, before, after FROM audit_events WHERE organization_id = $1 ORDER BY id DESC LIMIT 1',
      [organization],
    ),
  ).toEqual([
    { action: 'allowed', subject: 'mails to donors', subject_id: String(bo), before: { reason: 'bounced' }, after: {} },
  ])
  const again = { params: { id: organization }, body: { email: 'bo@example.net' } }
  expect(await app.refusal(suppressions.releaseSuppression, again, { token })).toMatchObject({
    status: 404,
    message: suppressions.suppressionMessages.notThere,
  })
})

test.each(['unsubscribed', 'complained'] as const)(
  'a donor who %s is released only with the reason for their request',
  async (reason) => {
    const ada = await leftOut('ada@example.net', reason, '2026-06-03T10:00:00Z')
    const silent = { params: { id: organization }, body: { email: 'ada@example.net', because: ' ok ' } }
    expect(await app.refusal(suppressions.releaseSuppression, silent, { token })).toMatchObject({
      status: 422,
      fields: { because: suppressions.suppressionMessages.becauseMissing },
    })
    expect(await emails()).toEqual(['ada@example.net'])
    await release({ email: 'ada@example.net', because: 'She asked on the phone on June 9' })
    const { donor } = await app.call(donors.getDonor, { params: { id: ada } }, { token })
    expect(donor.events[0]?.changes).toEqual([{ field: 'because', from: null, to: 'She asked on the phone on June 9' }])
  },
)

test("read-only users can list but not release; another organization's addresses return 404", async () => {
  await leftOut('ada@example.net', 'bounced', '2026-06-03T10:00:00Z')
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  expect((await list({}, reader)).suppressions).toHaveLength(1)
  const body = { email: 'ada@example.net' }
  const asReader = { params: { id: organization }, body }
  expect((await app.refusal(suppressions.releaseSuppression, asReader, { token: reader })).status).toBe(403)
  const other = await app.createOrganization({ name: 'Elsewhere' })
  const stranger = await app.signIn(await app.createMember(other, 'admin'))
  expect((await app.refusal(suppressions.releaseSuppression, asReader, { token: stranger })).status).toBe(404)
  const elsewhere = { params: { id: other }, body }
  expect((await app.refusal(suppressions.releaseSuppression, elsewhere, { token: stranger })).status).toBe(404)
  expect(await emails()).toEqual(['ada@example.net'])
})

const stop = (id: number, reason: suppressions.StopReason, because = 'Her son called on June 9') =>
  ({ params: { id }, body: { reason, because } }) as const

test('staff mark a donor "do not email" with a reason, once, and release it again', async () => {
  const ada = await app.createDonor({ organization, name: 'Ada Byron', email: 'ada@example.net' })
  expect(await app.call(suppressions.stopEmails, stop(ada, 'opted_out'), { token })).toEqual({
    stopped: { reason: 'opted_out', donor_id: ada, gifts: 0 },
  })
  const { donor } = await app.call(donors.getDonor, { params: { id: ada } }, { token })
  expect(donor.suppression?.reason).toBe('opted_out')
  expect(donor.events).toMatchObject([
    { action: 'mails_stopped', changes: [{ field: 'because', from: null, to: 'Her son called on June 9' }] },
  ])
  expect(
    await app.query('SELECT action, after FROM audit_events WHERE organization_id = $1 AND subject_id = $2', [
      organization,
      ada,
    ]),
  ).toEqual([{ action: 'stopped', after: { reason: 'opted_out', because: 'Her son called on June 9' } }])
  expect(await app.refusal(suppressions.stopEmails, stop(ada, 'opted_out'), { token })).toMatchObject({ status: 409 })
  await release({ email: 'ada@example.net', because: 'She wrote to us' })
  expect(await emails()).toEqual([])
})

test('a donor marked as deceased has their gifts left out of matching until the mark is released', async () => {
  await app.createCompanies(testCompanies)
  const { id, statusId } = await recordDonation(app, organization, {
    email: 'bo@example.net',
    employer: 'Portal Works',
  })
  expect(statusId).toBe(7)
  const gift = async () =>
    (await app.query('SELECT donor_id, status_id, reason_code FROM donations WHERE id = $1', [id]))[0]
  const bo = Number((await gift())?.['donor_id'])
  await app.call(suppressions.stopEmails, stop(bo, 'opted_out'), { token })
  expect(await app.call(suppressions.stopEmails, stop(bo, 'deceased'), { token })).toEqual({
    stopped: { reason: 'deceased', donor_id: bo, gifts: 1 },
  })
  expect(await gift()).toMatchObject({ status_id: 11, reason_code: 'donor_deceased' })
  const later = await recordDonation(app, organization, {
    email: 'bo@example.net',
    employer: 'Portal Works',
    day: '2026-06-12',
  })
  expect(later.statusId).toBe(11)
  await release({ email: 'bo@example.net', because: 'It was his father' })
  expect(await gift()).toMatchObject({ status_id: 7 })
})

test('marking a donor requires write access, a reason, and a donor of the organization', async () => {
  const ada = await app.createDonor({ organization, name: 'Ada Byron', email: 'ada@example.net' })
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  expect((await app.refusal(suppressions.stopEmails, stop(ada, 'deceased'), { token: reader })).status).toBe(403)
  expect(await app.refusal(suppressions.stopEmails, stop(ada, 'deceased', ' no '), { token })).toMatchObject({
    status: 422,
    fields: { because: suppressions.suppressionMessages.stopReason },
  })
  const stranger = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  expect((await app.refusal(suppressions.stopEmails, stop(ada, 'deceased'), { token: stranger })).status).toBe(404)
  expect(await emails()).toEqual([])
})
