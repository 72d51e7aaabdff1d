import { billing } from '@twofold/contract'
import { type FakeStripe, postEvent, startFakeStripe } from '../../../../testing/fake-stripe.ts'
import { settableClock, startTestApp } from '../../../../testing/index.ts'
import { createProviders, issueDueInvoices } from '../index.ts'

export const webhookSecret = 'whsec_of_the_tests'

export type StripeTestApp = Awaited<ReturnType<typeof startStripeTestApp>>

export async function startStripeTestApp() {
  const clock = settableClock('2026-06-15T14:00:00Z')
  const stripe: FakeStripe = await startFakeStripe(clock)
  const logged: string[] = []
  const settings = { secretKey: 'sk_test_of_the_tests', webhookSecret, apiBase: stripe.apiBase }
  const app = await startTestApp({
    clock,
    config: { role: 'web', stripe: settings },
    logged: (line) => logged.push(line),
  })
  let organization = 0
  let admin: Awaited<ReturnType<typeof app.createMember>> | undefined
  let token = ''

  const params = () => ({ id: organization })
  const followRedirect = async (url: string): Promise<string> =>
    (await fetch(`${app.address}${url}`, { redirect: 'manual' })).headers.get('location') ?? ''
  const rows = <T extends Record<string, unknown>>(query: string) => app.query<T>(query, [organization])
  const testApp = {
    app,
    clock,
    stripe,
    settings,
    logged,
    organization: () => organization,
    token: () => token,
    params,
    begin: async () => {
      stripe.behave('answer')
      await app.query('DELETE FROM stripe_reconciliation', [])
      clock.set('2026-06-15T14:00:00Z')
      organization = await app.createOrganization({ name: 'Riverbend', plan: 'flat_0', is_premium: 'flat_0' })
      admin = await app.createMember(organization, 'admin')
      token = await app.signIn(admin)
    },
    goOnTo: async (moment: string) => {
      clock.set(moment)
      if (admin) token = await app.signIn(admin)
    },
    read: () => app.call(billing.getBilling, { params: params() }, { token }),
    planNow: async () => (await rows('SELECT plan FROM organizations WHERE id = $1'))[0]?.['plan'],
    lead: followRedirect,
    choose: async (plan: string): Promise<string> =>
      followRedirect((await app.call(billing.openSubscribe, { params: { ...params(), plan } }, { token })).url),
    manage: async (): Promise<string> =>
      followRedirect((await app.call(billing.openBillingPortal, { params: params() }, { token })).url),
    post: (event: unknown) => postEvent(app.address, event, { secret: webhookSecret, at: clock() }),
    collect: (signal = new AbortController().signal) => createProviders(app.platform).collect(signal),
    numberOf: async (table: string) =>
      Number((await rows(`SELECT count(*) AS n FROM ${table} WHERE organization_id = $1`))[0]?.['n']),
    rows,
    customers: () =>
      stripe.all('customer').filter(({ metadata }) => Object(metadata).organization === String(organization)),
    invoices: () =>
      stripe.all('invoice').filter(({ customer }) => testApp.customers().some(({ id }) => id === customer)),
    leaveCardFor: async (plan: string) => {
      await testApp.post(stripe.completeCheckout(checkoutIdOf(await testApp.choose(plan))))
    },
    issueJune: async () => {
      await testApp.goOnTo('2026-07-02T12:00:00Z')
      await issueDueInvoices(app.platform)
    },
    stop: async () => {
      await app.stop()
      await stripe.stop()
    },
  }
  return testApp
}

export const checkoutIdOf = (url: string): string => url.split('/').at(-1) ?? ''
