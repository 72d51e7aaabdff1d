import { donationChanges, donations, donors, publicMatch } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { donorPagePath } from '../../email/donor-links/index.ts'

let app: TestApp
let smtp: FakeMailServer
let quillon: number

beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  const csr = { program: 'yes', method: 'csr', submission_url: 'https://give.quillon.example', ratio: '1:1' }
  const companies = await app.createCompanies([{ name: 'Quillon', policy: { ...csr, min_amount_cents: 2_500 } }])
  quillon = companies.get('Quillon') ?? 0
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})
// All requests of these tests come from one client address.
beforeEach(() => app.query('DELETE FROM rate_limits'))

let number = 0

async function organization() {
  const id = await app.createOrganization({ name: `Pantry ${++number}`, plan: 'elig_5' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const list = async (filters: Record<string, string> = {}) =>
    (await app.call(donations.listDonations, { params: { id }, query: { filters } }, { token })).donations
  const body = { name: 'Dana Donor', amount: 1_000, date: '2026-06-10', employer: 'Quillon', company_id: quillon }
  return {
    id,
    token,
    email: `dana${number}@example.org`,
    list,
    unconfirmed: () => list({ unconfirmed: 'yes' }),
    ask: (values: object) =>
      app.call(publicMatch.requestMatch, {
        params: { organization: String(id) },
        body: { ...body, email: `dana${number}@example.org`, ...values },
      }),
    billed: async () =>
      (
        await app.query<{ cents: number }>(
          'SELECT coalesce(sum(cents), 0)::int AS cents FROM ledger_entries WHERE organization_id = $1',
          [id],
        )
      )[0]?.cents,
    sums: () =>
      app.query(
        `SELECT gifts, amount_cents FROM donation_deltas WHERE organization_id = $1
         UNION ALL SELECT gifts, amount_cents FROM donation_days WHERE organization_id = $1`,
        [id],
      ),
  }
}

const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))

async function pageOf(donationId: number): Promise<string> {
  const mail = () =>
    app.query<{ organization_id: number; id: number }>(
      `SELECT organization_id::int, id::int FROM notifications WHERE donation_id = $1 AND state = 'sent' ORDER BY id LIMIT 1`,
      [donationId],
    )
  await expect.poll(async () => (await mail()).length).toBe(1)
  const [row] = await mail()
  if (!row) throw new Error('no email was sent')
  return donorPagePath(
    signLink(app.platform, signedLinks.donorPage, { organizationId: row.organization_id, notificationId: row.id }),
  )
}

test('requests of strangers are not billed or included in sums, and are listed as unconfirmed', async () => {
  const { ask, billed, sums, list, unconfirmed } = await organization()
  for (const name of ['a', 'b', 'c', 'd']) await ask({ email: `${name}${number}@example.org`, amount: 15_000 })
  expect([await billed(), await sums(), await list()]).toEqual([0, [], []])
  const requests = await unconfirmed()
  expect(requests).toHaveLength(4)
  for (const one of requests) expect(one).toMatchObject({ unconfirmed: true, status_id: 24, matched: 0 })
})

test('a stranger’s request in the name of a donor does not change what the donor has given', async () => {
  const { id, token, ask, email, unconfirmed } = await organization()
  const params = { id }
  const gift = { donor_name: 'Dana Donor', donor_email: email, amount: 25, donated_at: '2026-05-02' }
  await app.call(donationChanges.createDonation, { params, body: gift }, { token })
  await ask({ amount: 50_000 })
  await ask({ email: `nora${number}@example.org`, name: 'Nora New' })
  expect(await unconfirmed()).toHaveLength(2)
  const dana = { name: 'Dana Donor', sums: [{ gifts: 1, given: 25 }], last_gift: '2026-05-02' }
  const people = (query = {}) => app.call(donors.listDonors, { params, query }, { token })
  expect(await people()).toMatchObject({ donors: [dana], total: 1 })
  expect(await people({ search: 'Nora' })).toMatchObject({
    donors: [{ name: 'Nora New', sums: [], last_gift: null }],
    total: 1,
  })
  const donation_ids = (await unconfirmed()).map((request) => request.id)
  await app.call(donationChanges.confirmDonations, { body: { donation_ids, status: 'confirmed' } }, { token })
  expect(await people()).toMatchObject({ donors: [dana.name, 'Nora New'].map((name) => ({ name })), total: 2 })
})

test('a click on the email’s page confirms the request, opening it by a scanner does not', async () => {
  const { ask, billed, unconfirmed, list, email } = await organization()
  await ask({})
  const [request] = await unconfirmed()
  const page = await pageOf(request?.id ?? 0)
  const [mail, ...others] = mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.parsed.subject).toContain('Please confirm your match request')
  expect(mail?.parsed.text).not.toContain('Dana')
  expect(await app.query('SELECT FROM planned_mails WHERE donation_id = $1', [request?.id])).toEqual([])
  const shown = await (await fetch(`${app.address}${page}`)).text()
  expect(shown).toContain('Is this your gift?')
  expect([await billed(), (await unconfirmed()).length]).toEqual([0, 1])

  const body = new URLSearchParams({ press: 'consent' })
  await fetch(`${app.address}${page}`, { method: 'POST', body, redirect: 'manual' })
  expect(await list()).toMatchObject([{ id: request?.id, unconfirmed: false, status_id: 7, matched: 1_000 }])
  expect([await billed(), await unconfirmed()]).toEqual([5_000, []])
})

test('a request that its donor denies is not billed', async () => {
  const { ask, billed, unconfirmed, list } = await organization()
  await ask({})
  const [request] = await unconfirmed()
  const page = await pageOf(request?.id ?? 0)
  const body = new URLSearchParams({ press: 'decline' })
  await fetch(`${app.address}${page}`, { method: 'POST', body, redirect: 'manual' })
  expect(await unconfirmed()).toMatchObject([{ status_id: 21 }])
  expect([await billed(), await list()]).toEqual([0, []])
})

test('staff can confirm a request, and undoing it removes the charge', async () => {
  const { id, token, ask, billed, unconfirmed, list, sums } = await organization()
  await ask({})
  const [request] = await unconfirmed()
  const donation_ids = [request?.id ?? 0]
  const confirm = () =>
    app.call(donationChanges.confirmDonations, { body: { donation_ids, status: 'confirmed' } }, { token })
  const { undo } = await confirm()
  expect(await list()).toMatchObject([{ status_id: 7, unconfirmed: false }])
  expect([await billed(), (await sums()).length > 0]).toEqual([5_000, true])
  await app.call(donationChanges.undoChange, { params: { id }, body: { undo_id: undo?.id ?? '' } }, { token })
  expect([await billed(), (await unconfirmed()).length, await list()]).toEqual([0, 1, []])
  await confirm()
  expect(await billed()).toBe(5_000)
  const again = app.refusal(
    donationChanges.confirmDonations,
    { body: { donation_ids, status: 'confirmed' } },
    { token },
  )
  expect((await again).status).toBe(409)
})

test.each(['', 'tx-1'])(
  'an integration’s gift confirms the request, with the transaction ID %j',
  async (transaction_id) => {
    const { id, token, ask, unconfirmed, list, billed, email } = await organization()
    await ask({})
    const [request] = await unconfirmed()
    const gift = {
      donor_name: 'Dana Donor',
      donor_email: email,
      amount: 1_000,
      donated_at: '2026-06-10',
      transaction_id,
    }
    const { donation } = await app.call(donationChanges.createDonation, { params: { id }, body: gift }, { token })
    expect(donation).toMatchObject({ id: request?.id, unconfirmed: false, status_id: 7 })
    expect([(await list()).length, await unconfirmed(), await billed()]).toEqual([1, [], 5_000])
  },
)

test('an unconfirmed request is not combined with gifts until it is confirmed', async () => {
  const { id, token, ask, unconfirmed, list, email } = await organization()
  const small = {
    donor_name: 'Dana Donor',
    donor_email: email,
    amount: 20,
    donated_at: '2026-06-09',
    company_id: quillon,
  }
  await app.call(donationChanges.createDonation, { params: { id }, body: small }, { token })
  await ask({ amount: 20 })
  expect(await list()).toMatchObject([{ status_id: 10, amount: 20 }])
  const [request] = await unconfirmed()
  const confirming = { donation_ids: [request?.id ?? 0], status: 'confirmed' as const }
  await app.call(donationChanges.confirmDonations, { body: confirming }, { token })
  expect(await list()).toMatchObject([{ id: request?.id, status_id: 7, amount: 40 }])
})

test('refuses an implausible amount and requests beyond an organization’s daily limit', async () => {
  const { id, ask } = await organization()
  const refused = (values: object) =>
    app.refusal(publicMatch.requestMatch, {
      params: { organization: String(id) },
      body: {
        name: 'Dana',
        email: `more${number}@example.org`,
        amount: 50,
        date: '2026-06-10',
        employer: 'Quillon',
        ...values,
      },
    })
  expect((await refused({ amount: 50_000.01 })).fields).toEqual({ amount: publicMatch.requestMessages.largeAmount })
  await ask({ amount: 50_000 })
  const used = await app.query("UPDATE rate_limits SET points = 500 WHERE key LIKE '%match-request-all%' RETURNING key")
  expect(used).toHaveLength(1)
  expect((await refused({})).status).toBe(429)
})
