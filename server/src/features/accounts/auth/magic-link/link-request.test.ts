import { auth } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../../testing/index.ts'

let app: TestApp
let smtp: FakeMailServer
let donationId = 0
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'] } })
  const organizationId = await app.createOrganization({ name: 'Riverside Pantry' })
  donationId = await app.createDonation({
    organization: organizationId,
    status: 23,
    donor: '',
    email: 'Dana@example.org',
  })
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
beforeEach(() => app.query('DELETE FROM rate_limits'))

const follow = (
  email: string,
  headers: Record<string, string> = {},
  more: { press?: string; redirect?: string } = {},
) =>
  app.sendRoute(
    auth.followLinkRequest,
    { query: { email, redirect: `/donor-match-update/${donationId}`, ...more } },
    { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', ...headers } },
  )
const queued = async () => (await app.query<{ n: number }>('SELECT count(*)::int AS n FROM account_mails'))[0]?.n

it('emails the donor’s stored address a link that opens their match once, after a click', async () => {
  const response = await follow('dana@EXAMPLE.org')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toContain('Check your inbox')
  await smtp.received(1)
  const [mail] = smtp.mails
  expect(mail?.to).toEqual(['Dana@example.org'])
  expect(mail?.parsed.subject).toBe('Your matching request for Riverside Pantry')
  const link = new RegExp(`${app.address}/donor-match-update/${donationId}\\?token=([\\w-]+)`)
  const token = link.exec(mail?.parsed.text ?? '')?.[1] ?? ''
  const requests = Array.from({ length: 5 }, () => app.sendRoute(auth.redeemDonorLink, { body: { token } }))
  const responses = await Promise.all(requests)
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410])
  const opened = responses.find(({ status }) => status === 200)
  expect(await opened?.json()).toEqual({ donation_id: donationId, page: null, key: expect.any(String) })
})

it('shows the same page without an email for an address that is not the stored one', async () => {
  const before = await queued()
  const wrong = await follow('eve@example.org')
  const missing = await follow('eve@example.org', {}, { redirect: '/donor-match-update/99999999' })
  expect(wrong.status).toBe(200)
  expect(await wrong.text()).toBe(await missing.text())
  expect(await queued()).toBe(before)
})

it('emails staff a sign-in link for the portal', async () => {
  const user = await app.createUser()
  await follow(user.email, {}, { redirect: '/portal/donations' })
  const rows = await app.query('SELECT kind, parameters FROM account_mails WHERE recipient = $1', [user.email])
  expect(rows).toEqual([
    {
      kind: 'magic-link',
      parameters: { userId: user.id, redirect: '/portal/donations', browser: expect.stringMatching(/^[\w-]{43}$/) },
    },
  ])
})

it.each([
  [{ 'user-agent': 'SafeLinks scanner' }],
  [{ 'sec-purpose': 'prefetch' }],
  [{ 'sec-fetch-dest': 'image' }],
  [{ 'sec-fetch-dest': 'empty' }],
])('shows a bot (%j) a button and emails nothing', async (headers) => {
  const before = await queued()
  const response = await follow('dana@example.org', headers)
  expect(await response.text()).toContain('Send me the link')
  expect(await queued()).toBe(before)
})

it('sends the email after a click on that page’s button', async () => {
  const before = (await queued()) ?? 0
  await follow('dana@example.org', { 'sec-fetch-dest': 'document' }, { press: '1' })
  expect(await queued()).toBe(before + 1)
})

it('does not redirect to other hosts, and escapes typed text', async () => {
  const before = await queued()
  for (const redirect of ['https://evil.example', '//evil.example', '/donor-match-update/1/../x', '/login']) {
    expect((await follow('dana@example.org', {}, { redirect })).status).toBe(422)
  }
  expect((await follow('<script>alert(1)</script>')).status).toBe(422)
  const quoted = await follow('"><b>@example.org', { 'user-agent': 'scanner' })
  expect(await quoted.text()).not.toContain('<b>')
  expect(await queued()).toBe(before)
})

it('emails one address three times an hour, shared with other kinds of mail', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++) statuses.push((await follow('dana@example.org')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const tooOften = await follow('Dana@Example.org')
  expect(Number(tooOften.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.refusal(auth.requestMagicLink, { body: { email: 'dana@example.org' } })).status).toBe(429)
})

it('emails twenty times an hour per client', async () => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < 22; attempt++) statuses.push((await follow(`person-${attempt}@example.org`)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})
