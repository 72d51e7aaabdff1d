import { donations, mailSchedule, sentMails, staffMessages } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'

const clock = settableClock('2026-06-15T15:00:00Z')
let smtp: FakeMailServer
let app: TestApp
let id: number
let token: string

beforeAll(async () => {
  smtp = await startFakeMailServer()
  const config = { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 1800 }
  app = await startTestApp({ clock, config })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(async () => {
  clock.set('2026-06-15T15:00:00Z')
  id = await app.createOrganization({ name: 'Riverbend <Food> Bank' })
  token = await app.signIn(await app.createMember(id, 'write'))
})

let count = 0
const address = () => `reader${++count}@example.org`
const gift = (given: Parameters<TestApp['createDonation']>[0] = {}) =>
  app.createDonation({ organization: id, donor: 'Ann Lee', email: address(), status: 19, ...given })
const hello = { subject: 'Thank you, {donor_first_name}', body: 'Dear {donor_first_name},\n\nthank you!' }

type Selection = { donation_ids?: number[]; filters?: object; subject?: string; body?: string }
const review = (selection: Selection, by = token) =>
  app.call(staffMessages.reviewDonorMessage, { params: { id }, body: { ...hello, ...selection } }, { token: by })
const send = (selection: Selection, confirmed: number, key?: string) =>
  app.call(
    staffMessages.sendDonorMessage,
    { params: { id }, body: { ...hello, ...selection, mails: confirmed } },
    { token, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) },
  )
const refusal = (selection: Selection, confirmed = 1) =>
  app.refusal(
    staffMessages.sendDonorMessage,
    { params: { id }, body: { ...hello, ...selection, mails: confirmed } },
    { token },
  )
const rowsOf = (donationId: number) =>
  app.query<{ kind: string; state: string; problem: string | null }>(
    'SELECT kind, state, problem FROM notifications WHERE donation_id = $1 ORDER BY id',
    [donationId],
  )
const sentTo = async (email: string) => {
  await expect.poll(() => smtp.mails.some(({ to }) => to.includes(email))).toBe(true)
  return smtp.mails.filter(({ to }) => to.includes(email))
}

test('a donor gets one email about their last gift, with variables filled and typed text escaped', async () => {
  const email = address()
  const first = await gift({ email, donor: 'Ann <b>Lee</b>', cents: 5_000, at: '2026-05-01 10:00' })
  const last = await gift({ email, donor: 'Ann <b>Lee</b>', cents: 12_345, at: '2026-06-02 10:00', status: 12 })
  const message = {
    donation_ids: [last, first],
    subject: 'Hello from {receiving_org_name}',
    body: 'Dear {donor_first_name},\n\nyou gave {gift_amount} on {donation_date}. <script>alert(1)</script> Ask {matching_employer_name}.',
  }
  expect(await review(message)).toMatchObject({
    mails: 1,
    first_at: '2026-06-15T15:30:00.000Z',
    not_sent: [],
    sample: { subject: 'Hello from Riverbend <Food> Bank' },
  })
  expect(await rowsOf(last)).toEqual([])
  expect(await send(message, 1)).toEqual({ mails: 1 })
  expect(await rowsOf(first)).toEqual([])
  expect(await rowsOf(last)).toMatchObject([{ kind: 'message', state: 'queued' }])
  clock.advance({ minutes: 31 })
  const [mail, ...more] = await sentTo(email)
  expect(more).toEqual([])
  expect(mail?.parsed.subject).toBe('Hello from Riverbend <Food> Bank')
  expect(mail?.parsed.text).toContain('you gave $123.45 on Jun 2, 2026. <script>alert(1)</script> Ask your employer.')
  expect(mail?.parsed.text).toMatch(/See your gift:\s+\S+\/match-request\/[\w.-]+/)
  expect(mail?.parsed.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(mail?.parsed.html).not.toContain('<script>')
  expect(mail?.parsed.html).not.toMatch(/\/m\/[cd]\//)
  const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toMatch(/\/m\/u\//)
  await expect.poll(() => rowsOf(last)).toMatchObject([{ state: 'sent' }])
  const { donation } = await app.call(donations.getDonation, { params: { id: last } }, { token })
  const [shown] = donation.notifications
  expect(shown).toMatchObject({ kind: 'message', subject: 'Hello from Riverbend <Food> Bank' })
  const kept = await app.call(sentMails.getSentMail, { params: { id: shown?.id ?? 0 } }, { token })
  expect(JSON.stringify(kept)).toContain('you gave $123.45')
  expect(JSON.stringify(kept)).not.toContain('/match-request/ey')
  const counts = await app.query('SELECT FROM email_results WHERE organization_id = $1', [id])
  expect(counts).toEqual([])
})

test('the review counts who is not emailed and why', async () => {
  const often = address()
  const [stopped, fine] = [address(), address()]
  const many = await gift({ email: often, donor: 'Often Asked' })
  const [row] = await app.query<{ donor_id: number }>('SELECT donor_id::int FROM donations WHERE id = $1', [many])
  for (const day of ['02', '04', '06', '08']) {
    await app.createMail({
      organization: id,
      donation: many,
      donor: row?.donor_id ?? 0,
      at: `2026-06-${day}T15:00:00Z`,
    })
  }
  await app.query("INSERT INTO suppressions VALUES ($1, $2, 'unsubscribed', now())", [id, stopped])
  const ids = [
    many,
    await gift({ email: stopped, donor: 'Una Subscribed' }),
    await gift({ email: fine, donor: 'Fay Fine' }),
    await gift({ email: 'none', donor: 'Noah Address' }),
  ]
  const found = await review({ donation_ids: ids })
  expect(found.mails).toBe(1)
  expect(found.not_sent.map(({ why }) => why).toSorted()).toEqual([
    'The donor has no valid email address.',
    'The donor unsubscribed.',
    'This address got 4 emails in the last 90 days.',
  ])
  expect(await send({ filters: {} }, 1)).toEqual({ mails: 1 })
  clock.advance({ minutes: 31 })
  await sentTo(fine)
  await expect.poll(async () => (await rowsOf(many)).at(-1)).toMatchObject({ kind: 'message', state: 'skipped' })
})

test('a message counts toward the limit: the next email to the donor is a day later', async () => {
  const email = address()
  const one = await gift({ email })
  await send({ donation_ids: [one] }, 1)
  clock.advance({ minutes: 31 })
  await sentTo(email)
  const next = await review({ donation_ids: [one] })
  expect(next).toMatchObject({ mails: 1 })
  expect(Date.parse(next.first_at ?? '')).toBeGreaterThanOrEqual(clock().getTime() + 23 * 3_600_000)
})

test('a changed number is refused and nothing is sent; a repeated call sends once', async () => {
  const one = await gift()
  expect(await refusal({ donation_ids: [one] }, 2)).toMatchObject({
    status: 409,
    message: 'The number of donors changed from 2 to 1. Nothing was sent. Review again.',
  })
  expect(await rowsOf(one)).toEqual([])
  expect(await send({ donation_ids: [one] }, 1, 'message-1')).toEqual({ mails: 1 })
  expect(await send({ donation_ids: [one] }, 1, 'message-1')).toEqual({ mails: 1 })
  expect(await rowsOf(one)).toHaveLength(1)
  expect(await refusal({ filters: { donorNameEmail: 'nobody by this name' } })).toMatchObject({
    status: 409,
    message: staffMessages.texts.nothing,
  })
})

test('other organizations’ gifts are not found, unknown variables and readers are refused', async () => {
  const stranger = await app.createDonation({ donor: 'Someone Else' })
  expect(await refusal({ donation_ids: [await gift(), stranger] })).toMatchObject({ status: 404 })
  const preview = { params: { id }, body: { ...hello, donation_id: stranger } }
  expect(await app.refusal(staffMessages.previewDonorMessage, preview, { token })).toMatchObject({ status: 404 })
  expect(await refusal({ donation_ids: [await gift()], body: 'About {match_amount}' })).toMatchObject({
    status: 422,
    fields: { body: '{match_amount} isn’t a variable we can fill in' },
  })
  const reader = await app.signIn(await app.createMember(id, 'read'))
  const sending = { params: { id }, body: { ...hello, donation_ids: [await gift()], mails: 1 } }
  expect(await app.refusal(staffMessages.sendDonorMessage, sending, { token: reader })).toMatchObject({ status: 403 })
})

test('a waiting message is listed under Scheduled emails, survives a status change, and can be canceled', async () => {
  const email = address()
  const one = await gift({ email })
  await send({ donation_ids: [one] }, 1)
  const schedule = async () =>
    (await app.call(mailSchedule.getMailSchedule, { params: { id }, query: { donation_id: one } }, { token })).mails
  const [listed] = await schedule()
  expect(listed).toMatchObject({ kind: 'message', state: 'goes', donor_email: email })
  const drop = { params: { id }, body: { action: 'drop' as const, mail: listed?.key } }
  expect(await app.call(mailSchedule.changeMailSchedule, drop, { token })).toMatchObject({ mails: 1 })
  expect(await schedule()).toMatchObject([{ state: 'dropped' }])
})

test('a chapter’s donor gets the parent’s message, and a person with gifts to both gets it once', async () => {
  const chapter = await app.createOrganization({ type: 'chapter', parent_id: id, name: 'Chapter' })
  const [email, both] = [address(), address()]
  const ids = [
    await gift({ organization: chapter, email, donor: 'Cy Chapter' }),
    await gift({ organization: chapter, email: both, donor: 'Bo Both' }),
    await gift({ email: both, donor: 'Bo Both' }),
  ]
  expect(await send({ donation_ids: ids }, 2)).toEqual({ mails: 2 })
  clock.advance({ minutes: 31 })
  const [mail] = await sentTo(email)
  expect(mail?.parsed.subject).toBe('Thank you, Cy')
})

test('a preview and a test show the text for a donor; an unknown first name becomes a neutral word', async () => {
  const named = await gift({ donor: 'Maya Lin' })
  const nameless = await gift({ donor: '', email: address() })
  const preview = (donation_id: number) =>
    app.call(staffMessages.previewDonorMessage, { params: { id }, body: { ...hello, donation_id } }, { token })
  expect(await preview(named)).toMatchObject({ subject: 'Thank you, Maya', to: expect.stringContaining('Maya Lin') })
  expect((await preview(named)).text).toContain('(the donor’s own link)')
  expect(await preview(nameless)).toMatchObject({ subject: 'Thank you, friend' })
  const member = await app.createMember(id, 'write')
  const by = await app.signIn(member)
  const body = { ...hello, donation_id: named }
  const { to } = await app.call(staffMessages.testDonorMessage, { params: { id }, body }, { token: by })
  expect(to).toBe(member.email)
  const [mail] = await sentTo(member.email)
  expect(mail?.parsed.subject).toBe('Test: Thank you, Maya')
})
