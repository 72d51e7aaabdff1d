import { billing, payments } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StripeTestApp, startStripeTestApp } from './stripe.testing.ts'

let world: StripeTestApp
beforeAll(async () => {
  world = await startStripeTestApp()
})
afterAll(() => world.stop())
beforeEach(() => world.begin())

const stripeInvoiceId = () => world.invoices().at(-1)?.id ?? ''
const idOf = ({ data }: { data: { object: object } }): string => String(Reflect.get(data.object, 'id'))

const payJune = async (): Promise<void> => {
  await world.leaveCardFor('flat_20')
  await world.issueJune()
  await world.collect()
  await world.post(world.stripe.settle(stripeInvoiceId(), 'paid'))
}
const readInvoice = async () => {
  const invoiceId = (await world.read()).invoices[0]?.id ?? 0
  const at = { params: { ...world.params(), invoiceId }, query: {} }
  const { invoice, payments: listed } = await world.app.call(billing.getInvoice, at, { token: world.token() })
  return { invoice, listed: listed.map(({ how, amount, reversed }) => [how, amount, reversed?.why ?? null]) }
}
const ledger = () =>
  world.rows<{ why: string; cents: number }>(
    "SELECT why, cents::int AS cents FROM ledger_entries WHERE organization_id = $1 AND kind = 'payment' ORDER BY id",
  )
const trail = async () =>
  (
    await world.rows(
      "SELECT action, user_id FROM audit_events WHERE organization_id = $1 AND subject = 'payment' ORDER BY id",
    )
  ).map(({ action, user_id }) => `${action}${user_id === null ? '' : ' by a person'}`)

describe('a refund at Stripe', () => {
  test('reopens its amount of the invoice once, for repeated and unordered events', async () => {
    await payJune()
    const { stripe } = world
    const refund = stripe.refund(stripeInvoiceId(), 500)
    const charge = stripe.tell('charge.refunded', { id: 'ch_1', object: 'charge', ...paidBy(refund) })
    await Promise.all([world.post(refund), world.post(charge), world.post(refund), world.collect()])
    const { invoice, listed } = await readInvoice()
    expect(invoice).toMatchObject({ total: 20, paid: 15, open: 5, state: 'open', pay_url: null })
    expect(listed).toEqual([
      ['refund', -5, null],
      ['stripe', 20, null],
    ])
    expect(await ledger()).toEqual([
      { why: 'stripe', cents: -2000 },
      { why: 'refund', cents: 500 },
    ])
    expect(await trail()).toEqual(['collected', 'refunded'])
    const { url } = await world.app.call(
      billing.getInvoiceTicket,
      { params: { ...world.params(), invoiceId: invoice.id }, query: {} },
      { token: world.token() },
    )
    expect((await world.app.send('GET', url)).status).toBe(200)
  })

  test('is entered with its payment if reported before it', async () => {
    await world.leaveCardFor('flat_20')
    await world.issueJune()
    await world.collect()
    const paid = world.stripe.settle(stripeInvoiceId(), 'paid')
    await world.post(world.stripe.refund(stripeInvoiceId(), 2000))
    expect(await ledger()).toEqual([])
    await world.post(paid)
    expect((await readInvoice()).invoice).toMatchObject({ paid: 0, open: 20 })
  })

  test('is reversed if it fails, and not entered while it waits for the customer', async () => {
    await payJune()
    const { stripe } = world
    const refund = stripe.refund(stripeInvoiceId(), 2000, { status: 'requires_action' })
    await world.post(refund)
    expect((await readInvoice()).listed).toHaveLength(1)
    const become = (status: string) =>
      world.post(stripe.tell('refund.updated', stripe.put({ ...stripe.get(idOf(refund)), status })))
    await become('pending')
    await become('succeeded')
    expect((await readInvoice()).invoice.open).toBe(20)
    for (const _ of [1, 2]) await become('failed')
    const { invoice, listed } = await readInvoice()
    expect([invoice.state, listed[0]]).toEqual(['paid', ['refund', -20, 'The refund failed at Stripe']])
    expect(await trail()).toEqual(['collected', 'refunded', 'reversed at Stripe'])
  })

  test('is not deducted twice if support undid the payment before; manual undo is refused now', async () => {
    await payJune()
    const { invoice } = await readInvoice()
    const at = { params: { ...world.params(), invoiceId: invoice.id }, query: {} }
    const paid = (await world.app.call(billing.getInvoice, at, { token: world.token() })).payments[0]?.id ?? 0
    const token = await world.app.signIn(await world.app.createUser({ isSuper: true }))
    const taking = { params: { ...at.params, paymentId: paid }, body: { why: 'Refunded at Stripe' } }
    const refused = await world.app.sendRoute(payments.reversePayment, taking, { token })
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining(payments.paymentMessages.ofStripe),
    ])
    await world.rows(
      `UPDATE payments SET reversed_at = now(), reversal_reason = 'by hand', reversal_entry_id = entry_id WHERE organization_id = $1`,
    )
    await world.post(world.stripe.refund(stripeInvoiceId(), 2000))
    expect(await ledger()).toHaveLength(1)
    await world.rows(
      `UPDATE payments SET reversed_at = NULL, reversal_reason = NULL, reversal_entry_id = NULL WHERE organization_id = $1`,
    )
  })

  test('changes nothing if the event is forged or the payment is unknown', async () => {
    await payJune()
    const { stripe } = world
    const strange = stripe.put({ id: 're_strange', object: 'refund', payment_intent: 'pi_of_nobody', amount: 700 })
    expect((await world.post(stripe.tell('refund.created', strange))).status).toBe(200)
    const made = { ...stripe.get(stripeInvoiceId()), id: 're_made_up', object: 'refund', payment_intent: 'pi_made_up' }
    expect((await world.post({ ...stripe.tell('refund.created', made), data: { object: made } })).status).toBe(200)
    expect((await readInvoice()).invoice.state).toBe('paid')
  })
})

test('a dispute moves money when the bank withdraws and returns it, not for an inquiry', async () => {
  await payJune()
  const { stripe } = world
  const opened = stripe.dispute(stripeInvoiceId(), 2000)
  await world.post(opened)
  expect((await readInvoice()).invoice.state).toBe('paid')
  const withdrawn = stripe.moveDisputed(idOf(opened), -2000)
  const back = stripe.moveDisputed(idOf(opened), 2000)
  const closed = stripe.tell('charge.dispute.closed', stripe.put({ ...stripe.get(idOf(opened)), status: 'won' }))
  for (const event of [closed, back, withdrawn, opened, back]) await world.post(event)
  const { invoice, listed } = await readInvoice()
  expect(invoice).toMatchObject({ paid: 20, open: 0, state: 'paid' })
  expect(listed).toEqual([
    ['dispute won', 20, null],
    ['dispute', -20, null],
    ['stripe', 20, null],
  ])
  expect(await trail()).toEqual(['collected', 'disputed', 'won back'])
})

test('a dispute uses the disputed amount for an account in another currency', async () => {
  await payJune()
  const opened = world.stripe.dispute(stripeInvoiceId(), 2000)
  await world.post(world.stripe.moveDisputed(idOf(opened), -2740, 'cad'))
  expect((await readInvoice()).invoice).toMatchObject({ paid: 0, open: 20 })
})

test('a credit note forgives refunded money and reduces an amount not charged yet', async () => {
  await payJune()
  const { stripe } = world
  const refund = stripe.refund(stripeInvoiceId(), 500)
  await world.post(refund)
  expect((await readInvoice()).invoice.open).toBe(5)
  await world.post(stripe.credit(stripeInvoiceId(), { refunds: [[idOf(refund), 500]] }))
  expect((await readInvoice()).invoice).toMatchObject({ paid: 20, open: 0, state: 'paid' })

  await world.begin()
  await world.leaveCardFor('flat_20')
  await world.issueJune()
  await world.collect()
  const note = stripe.credit(stripeInvoiceId(), { before: 800 })
  const paid = stripe.settle(stripeInvoiceId(), 'paid')
  for (const event of [paid, note, paid]) await world.post(event)
  const { invoice, listed } = await readInvoice()
  expect(invoice).toMatchObject({ paid: 20, open: 0, state: 'paid' })
  expect(listed).toEqual([
    ['credit note', 8, null],
    ['stripe', 12, null],
  ])
  await world.post(stripe.tell('credit_note.voided', stripe.put({ ...stripe.get(idOf(note)), status: 'void' })))
  expect((await readInvoice()).invoice).toMatchObject({ paid: 12, open: 8 })
})

describe('a return without an event', () => {
  test('is found within a day, even without permission for events, by one daily request', async () => {
    await payJune()
    const { stripe } = world
    await world.goOnTo('2026-07-04T12:00:00Z')
    await world.collect()
    stripe.refund(stripeInvoiceId(), 2000)
    stripe.behave('forbid', 'events')
    await world.goOnTo('2026-07-05T13:00:00Z')
    const asked = () => stripe.calls.filter((call) => call === 'GET events').length
    const before = asked()
    for (const _ of [1, 2, 3]) await world.collect()
    expect([asked() - before, (await readInvoice()).invoice.open]).toEqual([1, 20])
    const [through] = await world.app.query('SELECT through::text, looked_at::text FROM stripe_reconciliation', [])
    expect(through).toEqual({ through: '2026-07-04 12:00:00+00', looked_at: '2026-07-05 13:00:00+00' })
  })

  test('is found if it changes months later: a won dispute or a failed refund', async () => {
    await payJune()
    const { stripe } = world
    const opened = stripe.dispute(stripeInvoiceId(), 1500)
    await world.post(stripe.moveDisputed(idOf(opened), -1500))
    const refund = stripe.refund(stripeInvoiceId(), 500)
    await world.post(refund)
    expect((await readInvoice()).invoice.open).toBe(20)
    await world.goOnTo('2026-09-20T12:00:00Z')
    await world.collect()
    stripe.events.splice(0)
    stripe.moveDisputed(idOf(opened), 1500)
    stripe.put({ ...stripe.get(idOf(refund)), status: 'canceled' })
    stripe.events.splice(0)
    await world.goOnTo('2026-09-21T13:00:00Z')
    await world.collect()
    expect((await readInvoice()).invoice).toMatchObject({ paid: 20, state: 'paid' })
  })

  test('is found if it happened under the previous release, without counting forgiven amounts twice', async () => {
    await payJune()
    const { app, stripe } = world
    stripe.credit(stripeInvoiceId(), { before: 800 })
    await world.goOnTo('2026-07-10T12:00:00Z')
    stripe.refund(stripeInvoiceId(), 500)
    stripe.events.splice(0)
    const recordOldCheck = (at: string) =>
      app.query(
        `INSERT INTO stripe_reconciliation AS r (through) VALUES ($1)
         ON CONFLICT (is_one) DO UPDATE SET through = greatest(r.through, excluded.through)`,
        [at],
      )
    await app.query('DELETE FROM stripe_reconciliation', [])
    await recordOldCheck('2026-08-09T12:00:00Z')
    await app.query('UPDATE stripe_reconciliation SET looked_at = through', [])
    await recordOldCheck('2026-08-10T12:00:00Z') // one node still runs the previous release
    await world.goOnTo('2026-08-11T13:00:00Z')
    await world.collect()
    const { invoice, listed } = await readInvoice()
    expect(invoice).toMatchObject({ paid: 15, open: 5, state: 'overdue' })
    expect(listed).toEqual([
      ['refund', -5, null],
      ['stripe', 20, null],
    ])
    const markers = await app.query('SELECT through::text, returns_through::text FROM stripe_reconciliation', [])
    const now = '2026-08-11 13:00:00+00'
    expect(markers).toEqual([{ through: now, returns_through: now }])
  })

  test('is left unchanged when the node stops, and found by the next reconciliation', async () => {
    await payJune()
    const { app, stripe } = world
    stripe.refund(stripeInvoiceId(), 500)
    stripe.events.splice(0)
    await app.query('DELETE FROM stripe_reconciliation', [])
    for (const last of ['GET events', 'GET customers', 'GET refunds']) {
      const stopping = new AbortController()
      stripe.listen((call) => {
        if (call.startsWith(last)) stopping.abort()
      })
      await world.collect(stopping.signal)
      expect(stripe.calls.at(-1)).toContain(last)
    }
    stripe.listen(() => {})
    expect(await app.query('SELECT through FROM stripe_reconciliation', [])).toEqual([])
    await world.collect()
    expect((await readInvoice()).invoice.open).toBe(5)
    expect(world.logged.join()).not.toContain('abort')
  })

  test('is entered once the key has the permission; meanwhile the event is accepted and the payment stays', async () => {
    await payJune()
    const { stripe } = world
    stripe.behave('forbid', 'refunds')
    const refund = stripe.refund(stripeInvoiceId(), 2000)
    expect((await world.post(refund)).status).toBe(200)
    expect((await readInvoice()).invoice.state).toBe('paid')
    await world.goOnTo('2026-07-04T12:00:00Z')
    await world.collect()
    stripe.behave('answer')
    await world.goOnTo('2026-07-05T13:00:00Z')
    await world.collect()
    expect((await readInvoice()).invoice.open).toBe(20)
  })
})

test('a refused card is shown on the invoice while Stripe collects it', async () => {
  await world.leaveCardFor('flat_20')
  await world.issueJune()
  await world.collect()
  const { stripe } = world
  await world.post(stripe.refuseCard(stripeInvoiceId(), Date.parse('2026-07-05T12:00:00Z') / 1000))
  expect((await readInvoice()).invoice).toMatchObject({
    state: 'open',
    card_refused: { tries_again_at: '2026-07-05T12:00:00.000Z' },
    pay_url: expect.stringContaining('invoice.stripe.com'),
  })
  await world.post(stripe.refuseCard(stripeInvoiceId(), null))
  expect((await readInvoice()).invoice.card_refused).toEqual({ tries_again_at: null })
  await world.post(stripe.settle(stripeInvoiceId(), 'paid'))
  expect((await readInvoice()).invoice).toMatchObject({ state: 'paid', card_refused: null })
})

function paidBy({ data }: { data: { object: object } }): { payment_intent: unknown } {
  return { payment_intent: Reflect.get(data.object, 'payment_intent') }
}
