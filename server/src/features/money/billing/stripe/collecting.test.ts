import { payments } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPayingCompany, recordGift } from '../billing.testing.ts'
import { issueDueInvoices } from '../index.ts'
import { openStripe } from './client.ts'
import { type StripeTestApp, startStripeTestApp } from './stripe.testing.ts'
import { createInvoiceCursor, submitDueInvoices } from './submit-invoices.ts'

let world: StripeTestApp
beforeAll(async () => {
  world = await startStripeTestApp()
  await createPayingCompany(world.app)
})
afterAll(() => world.stop())
beforeEach(() => world.begin())

const here = async () =>
  (
    await world.rows(
      `SELECT total_cents::int AS total, paid_cents::int AS paid, stripe_state AS state
       FROM invoices WHERE organization_id = $1 ORDER BY id DESC`,
    )
  )[0]
const newestStripeInvoiceId = () => world.invoices().at(-1)?.id ?? ''
const owed = async () =>
  (await world.rows('SELECT coalesce(sum(cents), 0)::int AS owed FROM ledger_entries WHERE organization_id = $1'))[0]?.[
    'owed'
  ]

describe('an invoice of a month', () => {
  test('is charged once for a percent plan, exact to the cent, with one payment in the ledger', async () => {
    const { app, stripe } = world
    await world.leaveCardFor('elig_5')
    for (const [day, cents] of [
      ['01', 3_333],
      ['02', 12_345],
      ['03', 10_001],
    ] as const) {
      await recordGift(app, world.organization(), { donatedAt: `2026-06-${day} 10:00:00`, cents })
    }
    await world.issueJune()
    for (const _ of [1, 2, 3]) await world.collect()
    expect(await owed()).toBe(167 + 617 + 500)
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 1284, currency: 'usd' }])
    const paid = stripe.settle(newestStripeInvoiceId(), 'paid')
    await Promise.all([world.post(paid), world.post(paid), world.collect()])
    expect(await here()).toEqual({ total: 1284, paid: 1284, state: 'paid' })
    expect([await owed(), await world.numberOf('payments')]).toEqual([0, 1])
    const { invoices, balance } = await world.read()
    expect(invoices).toMatchObject([{ state: 'paid', paid: 12.84, pay_url: null }])
    expect(balance).toEqual([{ currency: 'USD', owed: 0 }])
  })

  test('is sent once despite lost responses and late continuation', async () => {
    const { stripe } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    for (const [mood, start] of [
      ['lose', 'invoices'],
      ['fail', 'invoiceitems'],
      ['lose', 'invoiceitems'],
      ['fail', ''],
    ] as const) {
      stripe.behave(mood, start)
      await world.collect()
      stripe.forgetKeys()
    }
    expect(await here()).toMatchObject({ paid: 0, state: 'open' })
    stripe.behave('answer')
    await world.collect()
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 2000 }])
    const { invoices } = await world.read()
    expect(invoices).toMatchObject([
      { state: 'open', open: 20, pay_url: expect.stringContaining('invoice.stripe.com') },
    ])
    expect(world.invoices()[0]?.['metadata']).toMatchObject({ invoice: invoices[0]?.number })
  })

  test('is sent once by two concurrent workers', async () => {
    const { app, stripe, settings } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    const room = { platform: app.platform, stripe: openStripe(settings) }
    await Promise.all([
      submitDueInvoices(room, createInvoiceCursor()),
      submitDueInvoices(room, createInvoiceCursor()),
      world.collect(),
      world.collect(),
    ])
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 2000 }])
    expect(stripe.all('invoiceitem').filter(({ invoice }) => invoice === newestStripeInvoiceId()).length).toBe(1)
  })

  test('reaches the same state for events in any order, and stays paid', async () => {
    const { stripe } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    await world.collect()
    const failed = stripe.tell('invoice.payment_failed', stripe.get(newestStripeInvoiceId()))
    const paid = stripe.settle(newestStripeInvoiceId(), 'paid')
    for (const event of [paid, failed, paid, failed]) await world.post(event)
    expect(await here()).toEqual({ total: 2000, paid: 2000, state: 'paid' })
    stripe.put({ ...stripe.get(newestStripeInvoiceId()), status: 'open' }) // outdated response
    await world.post(stripe.tell('invoice.finalized', stripe.get(newestStripeInvoiceId())))
    expect([(await here())?.['state'], await world.numberOf('payments')]).toEqual(['paid', 1])
  })

  test('is paid within a day without an event, and payable to us if Stripe gave up', async () => {
    const { app, stripe, clock, logged } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    await world.collect()
    stripe.settle(newestStripeInvoiceId(), 'paid')
    clock.advance({ hours: 23 })
    await world.collect()
    expect(await here()).toMatchObject({ paid: 0, state: 'open' })
    clock.advance({ hours: 1 })
    await world.collect()
    expect(await here()).toEqual({ total: 2000, paid: 2000, state: 'paid' })
    expect(logged.at(-1)).toContain('missed Stripe events were applied')
    await world.goOnTo('2026-08-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    await world.collect()
    await world.post(stripe.settle(newestStripeInvoiceId(), 'uncollectible'))
    expect((await world.read()).invoices[0]).toMatchObject({ state: 'open', open: 20, pay_url: null })
  })

  test('is paid here if the payment preceded the response', async () => {
    const { stripe } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    stripe.behave('lose', 'invoices/')
    await world.collect()
    expect(world.invoices()).toMatchObject([{ status: 'open' }])
    await world.post(stripe.settle(newestStripeInvoiceId(), 'paid'))
    stripe.forgetKeys()
    stripe.behave('answer')
    await world.collect()
    expect(await here()).toEqual({ total: 2000, paid: 2000, state: 'paid' })
  })

  test('is payable to us if Stripe refuses it, without blocking others', async () => {
    const { app, stripe } = world
    await world.leaveCardFor('flat_20')
    const refused = { organization: world.organization(), customer: world.customers()[0]?.id ?? '' }
    await world.begin()
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    stripe.remove(refused.customer)
    await world.collect()
    expect(await here()).toMatchObject({ state: 'open' })
    const [other] = await app.query('SELECT stripe_state AS state FROM invoices WHERE organization_id = $1', [
      refused.organization,
    ])
    expect(other).toEqual({ state: 'refused' })
  })

  test('is not given up while the key is refused, and is sent with the next key', async () => {
    const { app, stripe } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    stripe.behave('deny')
    for (const _ of [1, 2]) await world.collect()
    expect((await here())?.['state']).not.toBe('refused')
    expect(await app.query('SELECT through FROM stripe_reconciliation', [])).toEqual([])
    expect(await world.manage()).toBe('/portal/billing?provider=refused')
    stripe.behave('answer')
    await world.collect()
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 2000 }])
  })

  test('is collected by Stripe if it exists there despite a refusal', async () => {
    const { stripe } = world
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    stripe.behave('belie', 'invoices/')
    await world.collect()
    expect(await here()).toMatchObject({ state: 'open' })
    stripe.behave('answer')
    await world.post(stripe.settle(newestStripeInvoiceId(), 'paid'))
    expect(await here()).toEqual({ total: 2000, paid: 2000, state: 'paid' })
  })

  test('does not block other invoices or the daily reconciliation by failing each time', async () => {
    const { app, stripe, logged } = world
    await world.leaveCardFor('flat_20')
    await world.begin()
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    stripe.behave('fail', 'invoices/')
    await world.collect()
    const [first] = stripe.all('invoice').filter(({ status }) => status === 'draft')
    await app.query('DELETE FROM stripe_reconciliation', [])
    stripe.behave('fail', `invoices/${first?.id}/`)
    await world.collect()
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 2000 }])
    expect(stripe.get(first?.id ?? '')['status']).toBe('draft')
    expect((await app.query('SELECT through FROM stripe_reconciliation', [])).length).toBe(1)
    expect(logged.join()).toContain('not submitted to Stripe')
    stripe.behave('answer')
    await world.collect()
    expect(stripe.get(first?.id ?? '')['status']).toBe('open')
  })
})

test('a round of failures ends after a limit, and the next round continues after them', async () => {
  const { app, stripe, settings } = world
  await world.leaveCardFor('flat_20')
  for (let more = 0; more < 2; more++) {
    await world.begin()
    await world.leaveCardFor('flat_20')
  }
  await world.issueJune()
  const room = { platform: app.platform, stripe: openStripe(settings) }
  const place = createInvoiceCursor()
  const drafts = () => stripe.all('invoice').filter(({ status }) => status === 'draft')
  stripe.behave('fail', 'invoices/')
  await submitDueInvoices(room, place, 2)
  expect([drafts().length, world.invoices()]).toEqual([2, []])
  stripe.behave('answer')
  await submitDueInvoices(room, place, 2)
  expect([drafts().length, world.invoices()]).toMatchObject([2, [{ status: 'open' }]])
  await submitDueInvoices(room, place, 2)
  expect(drafts()).toEqual([])
})

test('three failing invoices do not end the round for a fourth', async () => {
  const { stripe } = world
  await world.leaveCardFor('flat_20')
  for (let more = 0; more < 3; more++) {
    await world.begin()
    await world.leaveCardFor('flat_20')
  }
  await world.issueJune()
  stripe.behave('fail', 'invoices/')
  await world.collect()
  const drafts = stripe.all('invoice').filter(({ status }) => status === 'draft')
  const [last, ...others] = drafts.map(({ id }) => id).reverse()
  expect(others.length).toBe(3)
  stripe.behave('fail', ...others.map((id) => `invoices/${id}/`))
  await world.collect()
  expect([stripe.get(last ?? '')['status'], ...others.map((id) => stripe.get(id)['status'])]).toEqual([
    'open',
    'draft',
    'draft',
    'draft',
  ])
})

test.each(['checkout', 'events'])(
  'a key without permission to read %s still collects and syncs cards',
  async (right) => {
    const { stripe } = world
    await world.choose('flat_50')
    await world.begin()
    await world.leaveCardFor('flat_20')
    const customer = world.customers()[0]?.id ?? ''
    await world.issueJune()
    stripe.behave('forbid', right)
    await world.collect()
    expect(world.invoices()).toMatchObject([{ status: 'open', total: 2000 }])
    stripe.put({ ...stripe.get(customer), invoice_settings: {} })
    await world.goOnTo('2026-07-03T13:00:00Z')
    await world.collect()
    expect((await world.read()).has_card).toBe(false)
  },
)

describe('collection by Stripe', () => {
  const enterPayment = async () => {
    const token = await world.app.signIn(await world.app.createUser({ isSuper: true }))
    const invoiceId = (await world.read()).invoices[0]?.id ?? 0
    const body = { amount: 20, paid_on: '2026-07-01', how: 'check', reference: '' } as const
    return world.app.sendRoute(payments.enterPayment, { params: { ...world.params(), invoiceId }, body }, { token })
  }

  test('excludes manual payments meanwhile', async () => {
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    await world.collect()
    expect((await enterPayment()).status).toBe(409)
    await world.post(world.stripe.settle(newestStripeInvoiceId(), 'void'))
    expect((await enterPayment()).status).toBe(200)
    expect(await here()).toMatchObject({ paid: 2000, state: 'void' })
  })

  test('requires a card and excludes organizations invoiced by rule', async () => {
    const { app, stripe } = world
    await world.leaveCardFor('flat_20')
    const customer = world.customers()[0]?.id ?? ''
    stripe.put({ ...stripe.get(customer), invoice_settings: {} })
    await world.post(stripe.tell('customer.updated', stripe.get(customer)))
    expect((await world.read()).has_card).toBe(false)
    await world.issueJune()
    await world.collect()
    expect(await here()).toEqual({ total: 2000, paid: 0, state: null })
    stripe.put({ ...stripe.get(customer), invoice_settings: { default_payment_method: 'pm_again' } })
    await world.goOnTo('2026-07-03T12:00:00Z')
    await world.collect()
    expect([(await world.read()).has_card, world.invoices()]).toEqual([true, []])
    await world.rows('UPDATE organizations SET rule_invoiced = true WHERE id = $1')
    await world.goOnTo('2026-08-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    await world.collect()
    expect(world.invoices()).toEqual([])
  })

  test('continues after the organization closed, without new entries', async () => {
    const { app } = world
    await world.leaveCardFor('flat_20')
    await world.rows("UPDATE organizations SET cancelled_at = '2026-06-20T12:00:00Z' WHERE id = $1")
    await world.issueJune()
    await world.collect()
    await world.goOnTo('2026-09-02T12:00:00Z')
    await issueDueInvoices(app.platform)
    await world.collect()
    expect(world.invoices()).toMatchObject([{ total: 2000 }])
  })

  test('deletes customer and card of an erased organization once nothing is open', async () => {
    const { stripe } = world
    await world.leaveCardFor('flat_20')
    await world.rows("UPDATE organizations SET cancelled_at = '2026-06-20T12:00:00Z' WHERE id = $1")
    await world.issueJune()
    await world.collect()
    await world.rows('UPDATE organizations SET erasure_began_at = now(), erased_at = now() WHERE id = $1')
    await world.goOnTo('2026-07-03T12:00:00Z')
    await world.collect()
    expect(world.customers().length).toBe(1)
    await world.post(stripe.settle(newestStripeInvoiceId(), 'paid'))
    await world.goOnTo('2026-07-04T12:00:00Z')
    await world.collect()
    expect(world.customers()).toEqual([])
    const left = await world.rows('SELECT stripe_customer_id AS customer FROM organizations WHERE id = $1')
    expect(left).toEqual([{ customer: null }])
  })

  test('keeps the card of an erased organization until its last month is invoiced and paid', async () => {
    const { app, stripe } = world
    await world.leaveCardFor('flat_20')
    await world.rows(
      "UPDATE organizations SET cancelled_at = '2026-06-20T12:00:00Z', erasure_began_at = now(), erased_at = now() WHERE id = $1",
    )
    await world.goOnTo('2026-06-21T12:00:00Z')
    await world.collect()
    expect(world.customers().length).toBe(1)
    await world.issueJune()
    stripe.behave('fail', 'invoices')
    await world.collect()
    stripe.behave('answer')
    await world.collect()
    await world.post(stripe.settle(newestStripeInvoiceId(), 'paid'))
    await world.goOnTo('2026-07-04T12:00:00Z')
    await issueDueInvoices(app.platform)
    await world.collect()
    expect(world.customers()).toEqual([])
  })

  test('excludes amounts below Stripe’s minimum of half a dollar', async () => {
    const { app } = world
    await world.leaveCardFor('elig_5')
    await recordGift(app, world.organization(), { donatedAt: '2026-06-10 10:00:00', cents: 900 })
    await world.issueJune()
    await world.collect()
    expect(await here()).toEqual({ total: 45, paid: 0, state: null })
  })
})
