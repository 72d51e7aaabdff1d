import { billing, donationChanges } from '@twofold/contract'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createPayingCompany, recordGift } from './billing.testing.ts'
import { issueDueInvoices } from './index.ts'
import { startOf } from './issue-invoices.ts'
import { createBillingRound, runBilling } from './run-billing.ts'

let app: TestApp
let organization: number
let token: string
const logged: string[] = []
let admin: Awaited<ReturnType<TestApp['createMember']>>

beforeAll(async () => {
  const clock = settableClock('2026-06-15T14:00:00Z')
  app = await startTestApp({ clock, config: { role: 'web' }, logged: (line) => logged.push(line) })
  await createPayingCompany(app)
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-06-15T14:00:00Z')
  organization = await app.createOrganization({ name: 'Riverbend', plan: 'flat_0', is_premium: 'flat_0' })
  admin = await app.createMember(organization, 'admin')
  token = await app.signIn(admin)
})

const params = () => ({ id: organization })
/** Sessions are shorter than the jump. */
const goOnTo = async (moment: string): Promise<void> => {
  app.clock.set(moment)
  token = await app.signIn(admin)
}
const read = () => app.call(billing.getBilling, { params: params() }, { token })
const visit = (url: string) => fetch(`${app.address}${url}`, { redirect: 'manual' })
const open = async (plan: string): Promise<string> =>
  (await app.call(billing.openSubscribe, { params: { ...params(), plan } }, { token })).url
const refusal = async (plan: string): Promise<number> =>
  (await app.sendRoute(billing.openSubscribe, { params: { ...params(), plan } }, { token })).status
const record = (donatedAt: string) => recordGift(app, organization, { donatedAt })

describe('a plan', () => {
  test('is chosen once through its link, by the requesting user', async () => {
    const url = await open('elig_5')
    const response = await visit(url)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/portal/billing?chosen=elig_5'])
    expect((await visit(url)).status).toBe(410)
    expect(await read()).toMatchObject({ plan: { id: 'elig_5', name: 'Full Price' } })
    const [line] = await app.query(
      "SELECT action, before, after FROM audit_events WHERE organization_id = $1 AND subject = 'plan'",
      [organization],
    )
    expect(line).toEqual({ action: 'chosen', before: { plan: 'Free' }, after: { plan: 'Full Price' } })
  })

  test('is not chosen by a changed, expired or foreign link, or by a session token', async () => {
    const other = await app.createOrganization()
    const url = await open('elig_3')
    expect((await visit(url.replace('elig_3', 'flat_5'))).status).toBe(410)
    expect((await visit((await open('elig_3')).replace(`/${organization}/`, `/${other}/`))).status).toBe(410)
    expect((await visit(`/api/organization/${organization}/subscribe/elig_3?token=${token}`)).status).toBe(410)
    for (const address of [
      'subscribe/elig_3?token=wrong',
      'subscribe/elig_3',
      'billing-portal?token=wrong',
      'billing-portal',
    ]) {
      const page = await visit(`/api/organization/${organization}/${address}`)
      expect([address, page.status, page.headers.get('content-type')]).toEqual([
        address,
        410,
        'text/html; charset=utf-8',
      ])
      expect(await page.text()).toContain('<a href="/portal/billing">Back to Billing</a>')
    }
    const late = await open('elig_3')
    app.clock.set('2026-06-15T14:01:01Z')
    expect((await visit(late)).status).toBe(410)
    expect((await read()).plan?.id).toBe('flat_0')
  })

  test('is refused if not offered, and a custom plan stays', async () => {
    expect([await refusal('custom'), await refusal('flat_7'), await refusal('price_1x')]).toEqual([422, 422, 422])
    await visit(await open('flat_20'))
    expect((await visit(await open('flat_0'))).headers.get('location')).toBe('/portal/billing?chosen=flat_0')
    expect((await read()).plan?.id).toBe('flat_0')
    await visit(await open('flat_20'))
    expect(await app.call(billing.endPlan, { params: params() }, { token })).toEqual({ plan: 'flat_0' })
    await app.query("UPDATE organizations SET plan = 'agreed_2026', is_premium = 'agreed_2026' WHERE id = $1", [
      organization,
    ])
    expect(await refusal('flat_20')).toBe(409)
    expect((await read()).plan).toEqual({ id: 'agreed_2026', name: 'Custom', is_custom: true })
  })

  test('is the parent’s for a chapter', async () => {
    const chapter = await app.createOrganization({ parent_id: organization, type: 'chapter', is_premium: 'parent' })
    const ofChapter = await app.signIn(await app.createMember(chapter, 'admin'))
    const answer = await app.call(billing.getBilling, { params: { id: chapter } }, { token: ofChapter })
    expect(answer.parent).toEqual({ id: organization, name: 'Riverbend' })
    const at = { params: { id: chapter, plan: 'elig_5' } }
    expect((await app.sendRoute(billing.openSubscribe, at, { token: ofChapter })).status).toBe(409)
  })

  test('shows its cost for the last twelve months from the summaries', async () => {
    await app.createDonations([
      { organization, at: '2025-07-02 10:00', cents: 40_000, estimatedCents: 40_000, status: 7 },
      { organization, at: '2026-05-31 10:00', cents: 60_000, estimatedCents: 60_000, status: 4 },
      { organization, at: '2026-06-01 10:00', cents: 90_000, estimatedCents: 90_000, status: 4 },
      { organization, at: '2026-02-01 10:00', cents: 90_000, estimatedCents: 90_000, status: 11 },
      // Money counts by the month of its arrival. External matches are never billed.
      { organization, at: '2024-12-24 10:00', cents: 20_000, estimatedCents: 20_000, transaction: '2025-06-01' },
      { organization, at: '2024-12-25 10:00', cents: 70_000, estimatedCents: 70_000, transaction: '2025-05-31' },
      { organization, at: '2026-06-02 10:00', cents: 70_000, estimatedCents: 70_000, transaction: '2026-06-02' },
      {
        organization,
        at: '2026-03-03 10:00',
        cents: 80_000,
        estimatedCents: 80_000,
        transaction: '2026-03-04',
        status: 1,
      },
    ])
    await app.query(
      `UPDATE donations SET received_cents = estimated_cents, received_at = (transaction_id || ' 12:00Z')::timestamptz,
         inert = status_id = 1
       WHERE organization_id = $1 AND transaction_id IS NOT NULL`,
      [organization],
    )
    const { plans, last_year } = await read()
    expect(last_year).toEqual({ from: '2025-06-01', to: '2026-05-31', matches: 2, estimated: 1000, received: 200 })
    const costs = Object.fromEntries(plans.map(({ id, would_have_cost }) => [id, would_have_cost]))
    expect(costs).toMatchObject({ elig_5: 50, elig_3: 30, flat_0: 0, flat_20: 240, flat_200: 2400, received_7: 14 })
  })
})

describe('a month', () => {
  test('costs the most expensive plan chosen in it and becomes an invoice when it is over', async () => {
    await visit(await open('flat_20'))
    await visit(await open('flat_50'))
    await visit(await open('flat_5'))
    expect((await read()).this_month).toEqual([{ currency: 'USD', billed: 50, credited: 0, for_plan: 50, matches: 0 }])
    await goOnTo('2026-07-01T03:59:00Z') // still June in New York
    await issueDueInvoices(app.platform)
    expect((await read()).invoices).toEqual([])
    await goOnTo('2026-07-01T04:00:00Z')
    await issueDueInvoices(app.platform)
    await issueDueInvoices(app.platform)
    const { invoices, balance, this_month } = await read()
    expect(invoices).toMatchObject([
      { month: '2026-06-01', total: 50, paid: 0, lines: 2, state: 'open', due_on: '2026-07-31' },
    ])
    expect(balance).toEqual([{ currency: 'USD', owed: 50 }])
    expect(this_month).toEqual([{ currency: 'USD', billed: 5, credited: 0, for_plan: 5, matches: 0 }])
  })

  test('costs its plan plus bills for matches, without credited matches', async () => {
    await visit(await open('elig_5'))
    await record('2026-06-08 10:00:00')
    const undone = await record('2026-06-09 10:00:00')
    const writer = await app.signIn(await app.createMember(organization, 'write'))
    const refund = { donation_ids: [undone], status: 'refunded' as const }
    await app.call(donationChanges.confirmDonations, { body: refund }, { token: writer })
    const matches = { currency: 'USD', billed: 10, credited: 5, for_plan: 0, matches: 1 }
    expect((await read()).this_month).toEqual([matches])
    await visit(await open('flat_20'))
    expect((await read()).this_month).toEqual([{ ...matches, billed: 30, for_plan: 20 }])
  })

  test('has one line per match with a link to it, also as PDF and CSV', async () => {
    await visit(await open('elig_5'))
    const match = await record('2026-06-10 10:00:00')
    await goOnTo('2026-07-03T02:00:00Z') // July 2 in New York
    await issueDueInvoices(app.platform)
    const invoice = (await read()).invoices[0]
    const at = { ...params(), invoiceId: invoice?.id ?? 0 }
    const { lines } = await app.call(billing.getInvoice, { params: at, query: {} }, { token })
    expect(lines).toMatchObject([
      { donation_id: match, is_there: true, amount: 5, percent: 5, based_on: 100, company: 'Quillfeather Works' },
    ])
    const files = []
    for (const format of ['pdf', 'csv'] as const) {
      const { url } = await app.call(billing.getInvoiceTicket, { params: at, query: { format } }, { token })
      files.push(await visit(url))
      expect((await visit(url)).status).toBe(410)
    }
    const [pdf, csv] = files
    expect(pdf?.headers.get('content-disposition')).toContain(`${invoice?.number}.pdf`)
    const { text } = await extractText(new Uint8Array((await pdf?.arrayBuffer()) ?? []), { mergePages: true })
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toContain('Issued Jul 2, 2026')
    expect(words).toContain('$5.00 · Match became eligible · Quillfeather Works · 5% of $100.00')
    expect(await csv?.text()).toContain(`,${match},Match became eligible,Quillfeather Works,`)
    const stranger = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
    expect((await app.sendRoute(billing.getInvoice, { params: at, query: {} }, { token: stranger })).status).toBe(404)
  })

  test('is closed for the other organizations if one fails, even while nothing is collected', async () => {
    const [first, second] = [organization, await app.createOrganization({ plan: 'flat_20', is_premium: 'flat_20' })]
    await visit(await open('flat_20'))
    await goOnTo('2026-07-02T12:00:00Z')
    await app.query(`ALTER TABLE invoices ADD CONSTRAINT broken CHECK (organization_id <> ${first}) NOT VALID`, [])
    let collected = 0
    const round = createBillingRound(
      app.platform,
      { collect: () => Promise.reject(new Error(`away ${++collected}`)) },
      1,
    )
    const { signal } = new AbortController()
    for (let rounds = 1; await round(signal); rounds++) expect(collected).toBe(rounds)
    await app.query('ALTER TABLE invoices DROP CONSTRAINT broken', [])
    const entered = 'SELECT count(*)::int AS n FROM ledger_entries WHERE organization_id = $1'
    expect(await app.query(entered, [second])).toEqual([{ n: 1 }])
    expect((await read()).invoices).toEqual([])
    expect(logged.join()).toContain('invoices of an organization could not be issued')
    expect(logged.join()).toContain(`away ${collected}`)
    await issueDueInvoices(app.platform)
    expect((await read()).invoices).toMatchObject([{ month: '2026-06-01', total: 20 }])
  })

  test('is collected until the node stops', async () => {
    const begun = Promise.withResolvers<void>()
    const collect = async (signal: AbortSignal): Promise<void> => {
      begun.resolve()
      await new Promise((stopped) => signal.addEventListener('abort', stopped))
    }
    const worker = runBilling(app.platform, { collect })
    await begun.promise
    await worker.stop()
  })

  test('becomes a credit if credits exceed bills', async () => {
    await visit(await open('elig_5'))
    const match = await record('2026-06-11 10:00:00')
    await goOnTo('2026-07-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    const writer = await app.signIn(await app.createMember(organization, 'write'))
    const refund = { donation_ids: [match], status: 'refunded' }
    await app.send('POST', '/api/donation/confirm', {
      token: writer,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(refund),
    })
    await goOnTo('2026-08-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    const { invoices, balance } = await read()
    expect(invoices.map(({ total, state }) => [total, state])).toEqual([
      [-5, 'credit'],
      [5, 'paid'],
    ])
    expect(balance).toEqual([{ currency: 'USD', owed: 0 }])
  })

  test('begins in the time zone of its organization', () => {
    expect(startOf('2026-07-01', 'America/New_York').toISOString()).toBe('2026-07-01T04:00:00.000Z')
    expect(startOf('2026-11-01', 'Pacific/Auckland').toISOString()).toBe('2026-10-31T11:00:00.000Z')
    expect(startOf('2026-01-01', 'Asia/Kathmandu').toISOString()).toBe('2025-12-31T18:15:00.000Z')
  })
})
