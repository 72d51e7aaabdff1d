import { billing, type organizations, payments } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { listPayers } from '../../matches/ledger/index.ts'
import { issueDueInvoices } from './index.ts'

let app: TestApp
let organization: number
let [support, admin, reader] = ['', '', '']

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-06-15T14:00:00Z'), config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.clock.set('2026-06-15T14:00:00Z')
  organization = await app.createOrganization({ name: 'Riverbend', plan: 'flat_20', is_premium: 'flat_20' })
  await issueDueInvoices(app.platform)
  app.clock.set('2026-07-02T12:00:00Z')
  await issueDueInvoices(app.platform)
  support = await app.signIn(await app.createUser({ isSuper: true }))
  admin = await app.signIn(await app.createMember(organization, 'admin'))
  reader = await app.signIn(await app.createMember(organization, 'read'))
})

const params = () => ({ id: organization })
const read = (token = admin) => app.call(billing.getBilling, { params: params() }, { token })
const newest = async () => (await read()).invoices[0]?.id ?? 0
const getInvoice = async (id: number) =>
  app.call(billing.getInvoice, { params: { ...params(), invoiceId: id }, query: {} }, { token: admin })
const form = { amount: 20, paid_on: '2026-07-01', how: 'check', reference: '1041' } as const
const enter = async (more: Partial<payments.PaymentForm>, headers: Record<string, string> = {}) =>
  app.sendRoute(
    payments.enterPayment,
    { params: { ...params(), invoiceId: await newest() }, body: { ...form, ...more } },
    { token: support, headers },
  )
const reverse = (invoiceId: number, paymentId: number) =>
  app.sendRoute(
    payments.reversePayment,
    { params: { ...params(), invoiceId, paymentId }, body: { why: 'The check bounced' } },
    { token: support },
  )
const ledger = () =>
  app.query<{ why: string; cents: string }>(
    "SELECT why, cents FROM ledger_entries WHERE organization_id = $1 AND kind = 'payment' ORDER BY id",
    [organization],
  )
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

describe('a payment', () => {
  test('may be partial, leaves the rest open and cannot exceed it', async () => {
    const id = await newest()
    expect((await enter({ amount: 12.5 })).status).toBe(200)
    expect((await getInvoice(id)).invoice).toMatchObject({ total: 20, paid: 12.5, open: 7.5, state: 'open' })
    const beyond = await enter({ amount: 7.51 })
    expect([beyond.status, await messageOf(beyond)]).toEqual([422, payments.tooMuch('$7.50')])
    expect((await enter({ amount: 7.5, how: 'bank transfer', reference: 'ACH 7' })).status).toBe(200)
    const { invoice, payments: listed } = await getInvoice(id)
    expect(invoice).toMatchObject({ paid: 20, open: 0, state: 'paid' })
    expect(listed).toMatchObject([
      { amount: 7.5, how: 'bank transfer', reference: 'ACH 7', paid_on: '2026-07-01', reversed: null },
      { amount: 12.5, how: 'check', reference: '1041' },
    ])
    expect((await enter({ amount: 0.01 })).status).toBe(409)
    expect((await read()).balance).toEqual([{ currency: 'USD', owed: 0 }])
  })

  test('is recorded once for repeated and concurrent requests with one key', async () => {
    const headers = { 'idempotency-key': `payment-${organization}` }
    const answers = await Promise.all([1, 2, 3].map(() => enter({ amount: 5 }, headers)))
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect((await enter({ amount: 5 }, headers)).headers.get('idempotency-replayed')).toBe('true')
    expect(await ledger()).toEqual([{ why: 'check', cents: '-500' }])
  })

  test('is undone once by an opposite line, and both lines stay', async () => {
    const id = await newest()
    await enter({})
    const paymentId = (await getInvoice(id)).payments[0]?.id ?? 0
    const both = await Promise.all([reverse(id, paymentId), reverse(id, paymentId)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ledger()).toEqual([
      { why: 'check', cents: '-2000' },
      { why: 'reversed', cents: '2000' },
    ])
    const { invoice, payments: listed } = await getInvoice(id)
    expect(invoice).toMatchObject({ paid: 0, open: 20, state: 'open' })
    expect(listed).toMatchObject([{ amount: 20, reversed: { why: 'The check bounced' } }])
    const trail = await app.query(
      "SELECT action, before, after FROM audit_events WHERE organization_id = $1 AND subject = 'payment' ORDER BY id",
      [organization],
    )
    expect(trail).toMatchObject([
      { action: 'entered', after: { amount: 20, how: 'check', reference: '1041', paid_on: '2026-07-01' } },
      { action: 'reversed', before: { amount: 20 }, after: { why: 'The check bounced' } },
    ])
  })

  test('is refused with a future date, an invalid amount or another organization’s invoice', async () => {
    expect((await enter({ paid_on: '2026-07-03' })).status).toBe(422)
    for (const amount of [0, -5, 0.005]) expect((await enter({ amount })).status).toBe(422)
    const theirs = await newest()
    const other = await app.createOrganization()
    const at = { params: { id: other, invoiceId: theirs }, body: form }
    expect((await app.sendRoute(payments.enterPayment, at, { token: support })).status).toBe(404)
    expect(await ledger()).toEqual([])
  })

  test('can be entered for a closed organization, whose plan and chapters cost nothing', async () => {
    const id = await newest()
    const chapter = await app.createOrganization({ parent_id: organization, type: 'chapter', is_premium: 'parent' })
    await app.query("UPDATE organizations SET cancelled_at = now(), plan = 'elig_5' WHERE id = $1", [organization])
    expect((await enter({})).status).toBe(200)
    expect((await getInvoice(id)).invoice.state).toBe('paid')
    const subscribing = { params: { ...params(), plan: 'flat_50' } }
    expect((await app.refusal(billing.openSubscribe, subscribing, { token: admin })).status).toBe(403)
    const payers = await acrossOrganizations(app.platform.database, (db) => listPayers(db, [organization, chapter]))
    expect([...payers.values()].map(({ payer_id, plan }) => [payer_id, plan])).toEqual([
      [organization, null],
      [organization, null],
    ])
    app.clock.set('2026-08-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    expect((await app.query('SELECT month FROM invoices WHERE organization_id = $1', [organization])).length).toBe(2)
  })
})

describe('billing rules set by support', () => {
  const save = (rules: payments.BillingRules, token = support) =>
    app.sendRoute(payments.changeBillingRules, { params: params(), body: rules }, { token })
  const statusOf = async (token: string) =>
    (await app.sendRoute(billing.getBilling, { params: params() }, { token })).status

  test('show billing to all members for reading and downloading, not for choosing', async () => {
    const at = { params: { ...params(), invoiceId: await newest() }, query: {} }
    expect((await app.refusal(billing.getBilling, { params: params() }, { token: reader })).message).toContain(
      'This needs admin access.',
    )
    expect((await app.sendRoute(billing.getInvoice, at, { token: reader })).status).toBe(403)
    expect((await app.sendRoute(billing.getInvoiceTicket, at, { token: reader })).status).toBe(403)
    expect((await save({ show_billing: true, invoiced: true }, admin)).status).toBe(403)
    expect((await save({ show_billing: true, invoiced: false })).status).toBe(200)
    expect(await read(reader)).toMatchObject({ show_billing: true, invoiced: false, plan: { id: 'flat_20' } })
    const { url } = await app.call(billing.getInvoiceTicket, at, { token: reader })
    expect((await app.send('GET', url)).status).toBe(200)
    const choosing = { params: { ...params(), plan: 'flat_50' } }
    expect((await app.sendRoute(billing.openSubscribe, choosing, { token: reader })).status).toBe(403)
    const late = (await app.call(billing.getInvoiceTicket, at, { token: reader })).url
    await save({ show_billing: false, invoiced: false })
    expect((await app.send('GET', late)).status).toBe(403)
    expect([await statusOf(reader), await statusOf(admin)]).toEqual([403, 200])
  })

  test('are saved with one audit entry per change', async () => {
    for (const _ of [1, 2]) await save({ show_billing: false, invoiced: true })
    const seen = (await (await app.send('GET', `/api/organization/${organization}`, { token: admin })).json()) as Pick<
      organizations.Organization,
      'rule_invoiced' | 'rule_show_billing'
    >
    expect(seen).toMatchObject({ rule_invoiced: true, rule_show_billing: false })
    const trail = await app.query(
      "SELECT before, after FROM audit_events WHERE organization_id = $1 AND subject = 'billing rules'",
      [organization],
    )
    expect(trail).toEqual([{ before: { invoiced: false }, after: { invoiced: true } }])
  })
})
