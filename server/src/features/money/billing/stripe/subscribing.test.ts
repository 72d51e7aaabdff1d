import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { postEvent } from '../../../../testing/fake-stripe.ts'
import { checkoutIdOf, type StripeTestApp, webhookSecret as secret, startStripeTestApp } from './stripe.testing.ts'

let world: StripeTestApp
beforeAll(async () => {
  world = await startStripeTestApp()
})
afterAll(() => world.stop())
beforeEach(() => world.begin())

const waitingPlan = async () => (await world.read()).waiting

describe('subscribing', () => {
  test('leads to Checkout and starts the plan with the card, or immediately with a card on file', async () => {
    const { stripe } = world
    const url = await world.choose('flat_20')
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    expect(await world.read()).toMatchObject({
      provider: 'stripe',
      has_card: false,
      plan: { id: 'flat_0' },
      waiting: { id: 'flat_20', name: 'Flat $20' },
    })
    expect((await world.post(stripe.completeCheckout(checkoutIdOf(url)))).status).toBe(200)
    expect(await world.read()).toMatchObject({ has_card: true, plan: { id: 'flat_20' }, waiting: null })
    expect(await world.choose('flat_50')).toBe('/portal/billing?chosen=flat_50')
    expect(await world.planNow()).toBe('flat_50')
    expect(world.customers()).toMatchObject([{ name: 'Riverbend' }])
    expect(await world.manage()).toBe(`https://billing.stripe.com/p/${world.customers()[0]?.id}`)
  })

  test('uses our own invoices for an organization with that rule', async () => {
    await world.rows('UPDATE organizations SET rule_invoiced = true WHERE id = $1')
    expect(await world.choose('flat_20')).toBe('/portal/billing?chosen=flat_20')
    expect(await world.read()).toMatchObject({ provider: 'own', plan: { id: 'flat_20' } })
    expect(await world.manage()).toBe('/portal/billing')
    expect(world.customers()).toEqual([])
  })

  test('chooses the free plan without Stripe', async () => {
    await world.rows('UPDATE organizations SET plan = NULL, is_premium = NULL WHERE id = $1')
    expect(await world.choose('flat_0')).toBe('/portal/billing?chosen=flat_0')
    expect([await world.planNow(), world.customers()]).toEqual(['flat_0', []])
  })

  test('reports an unreachable or refusing Stripe, and creates one customer despite a lost response', async () => {
    const { stripe, logged } = world
    stripe.behave('fail')
    expect(await world.choose('flat_20')).toBe('/portal/billing?provider=unreachable')
    expect(await world.manage()).toBe('/portal/billing?provider=unreachable')
    stripe.behave('lose', 'customers')
    expect(await world.choose('flat_20')).toBe('/portal/billing?provider=unreachable')
    await world.rows("UPDATE organizations SET name = 'Riverbend Food Bank' WHERE id = $1")
    stripe.behave('refuse', 'checkout')
    expect(await world.choose('flat_20')).toBe('/portal/billing?provider=refused')
    expect(await world.read()).toMatchObject({ plan: { id: 'flat_0' }, waiting: null })
    stripe.behave('answer')
    expect(await world.choose('flat_20')).toMatch(/^https:\/\/checkout/)
    expect(world.customers()).toMatchObject([{ name: 'Riverbend Food Bank' }])
    expect(logged.join()).toContain('parameter_invalid')
    expect(logged.join()).not.toMatch(/sk_test|whsec|Riverbend/)
  })

  test('creates another customer if Stripe deleted the known one', async () => {
    await world.leaveCardFor('flat_20')
    world.stripe.remove(world.customers()[0]?.id ?? '')
    expect(await world.choose('flat_50')).toMatch(/^https:\/\/checkout/)
    expect(await world.read()).toMatchObject({ has_card: false, plan: { id: 'flat_20' }, waiting: { id: 'flat_50' } })
  })

  test('ignores the plan of an older Checkout completed late', async () => {
    const { clock, stripe } = world
    const first = checkoutIdOf(await world.choose('flat_200'))
    clock.advance({ minutes: 1 })
    const second = checkoutIdOf(await world.choose('flat_5'))
    expect(await waitingPlan()).toMatchObject({ id: 'flat_5' })
    const late = stripe.completeCheckout(first)
    clock.advance({ minutes: 1 })
    await world.post(stripe.completeCheckout(second))
    await world.post(late)
    expect(await world.read()).toMatchObject({ plan: { id: 'flat_5' }, waiting: null })
  })

  test('expires at Stripe when the organization closes, and a late completion chooses nothing', async () => {
    const { stripe, clock } = world
    const [dropped, used] = [checkoutIdOf(await world.choose('flat_20')), checkoutIdOf(await world.choose('flat_50'))]
    await world.rows("UPDATE organizations SET cancelled_at = '2026-06-15T14:05:00Z' WHERE id = $1")
    const late = stripe.completeCheckout(used)
    clock.advance({ minutes: 10 })
    await world.collect()
    expect(stripe.get(dropped)['status']).toBe('expired')
    await world.post(late)
    expect([await world.planNow(), await world.numberOf('plan_choices')]).toEqual(['flat_0', 0])
    expect(await waitingPlan()).toBeNull()
  })
})

describe('an event', () => {
  test('is refused without details if forged, old, altered or unsigned', async () => {
    const { app, clock, stripe } = world
    const event = stripe.completeCheckout(checkoutIdOf(await world.choose('flat_20')))
    const old = new Date(clock().getTime() - 301_000)
    const answers = [
      await postEvent(app.address, event, { secret: 'whsec_of_another', at: clock() }),
      await postEvent(app.address, event, { secret, at: old }),
      await postEvent(app.address, event, { secret, at: clock(), tamper: (body) => `${body} ` }),
      await app.send('POST', '/api/stripe/webhook', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(event),
      }),
      await app.send('POST', '/api/stripe/webhook'),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toMatch(/whsec|sk_test|timestamp|tolerance/i)
    }
    expect([await world.planNow(), world.logged.join().includes(secret)]).toEqual(['flat_0', false])
  })

  test('has one effect if delivered twenty times concurrently', async () => {
    const event = world.stripe.completeCheckout(checkoutIdOf(await world.choose('flat_20')))
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.post(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const counts = [await world.numberOf('plan_choices'), await world.numberOf('ledger_entries')]
    expect([await world.planNow(), ...counts]).toEqual(['flat_20', 1, 1])
  })

  test('is refused while Stripe is unreachable, and applied on the next delivery', async () => {
    const { stripe } = world
    const event = stripe.completeCheckout(checkoutIdOf(await world.choose('flat_20')))
    stripe.behave('fail')
    expect((await world.post(event)).status).toBe(503)
    expect(await world.planNow()).toBe('flat_0')
    stripe.behave('answer')
    expect([(await world.post(event)).status, await world.planNow()]).toEqual([200, 'flat_20'])
  })

  test('is not needed: the next round checks open checkouts', async () => {
    const { stripe, clock } = world
    const first = checkoutIdOf(await world.choose('flat_20'))
    await world.collect()
    expect(await world.planNow()).toBe('flat_0')
    stripe.completeCheckout(first)
    clock.advance({ minutes: 10 })
    await world.collect()
    expect(await world.planNow()).toBe('flat_20')
  })

  test('changes nothing for another type or an unknown object', async () => {
    const stranger = world.stripe.put({ id: 'cus_of_nobody', object: 'customer', invoice_settings: {} })
    for (const kind of ['customer.updated', 'charge.refunded', 'invoice.paid']) {
      expect((await world.post(world.stripe.tell(kind, stranger))).status).toBe(200)
    }
    expect(await world.numberOf('plan_choices')).toBe(0)
  })
})
