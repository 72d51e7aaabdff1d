import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { auth, registration, screens } from '@twofold/contract'
import { postEvent, startFakeStripe } from '../server/src/testing/fake-stripe.ts'
import { startProductProcess } from '../server/src/testing/product-process.ts'
import { settableClock } from '../server/src/testing/settable-clock.ts'
import { temporaryFolder } from '../server/src/testing/test-postgres.ts'
import { password } from './new-administrator.ts'
import { expect, test } from './product.ts'

const secret = 'whsec_of_the_browser'
const email = 'ada@example.org'
const organization = {
  name: 'Harbor Library',
  type: 'non-profit' as const,
  phone: '+1 217 555 0100',
  mission: 'Books for all.',
  ein: '46-5551234',
  url: 'https://example.org',
  address: { street: '1 Mill Lane', city: 'Springfield', country: 'US' as const },
  categoryId: [1],
  contact_name: 'Ada Admin',
  contact_email: email,
}

// Month ends occur in a separate product instance with its clock in June, then July.
test('with Stripe, a plan requires a card, each month is charged, and the invoice shows the bank’s message', async ({
  page,
}) => {
  const folder = temporaryFolder()
  const clock = settableClock('2026-06-15T14:00:00Z')
  const stripe = await startFakeStripe(clock, { hasPages: true })
  const startAt = async (moment: string) => {
    clock.set(moment)
    // Must precede the start of the product's clock, which rejects events older than five minutes as replays.
    const startedAt = Date.now()
    const product = await startProductProcess({
      DATA_DIR: join(folder, 'data'),
      CLOCK: moment,
      STRIPE_SECRET_KEY: 'sk_test_of_the_browser',
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_BASE: stripe.apiBase,
    })
    const at = () => new Date(Date.parse(moment) + Date.now() - startedAt)
    return { ...product, at, tell: (event: unknown) => postEvent(product.address, event, { secret, at: at() }) }
  }
  type Product = Awaited<ReturnType<typeof startAt>>
  const enter = async ({ address, signIn, at }: Product, path: string): Promise<void> => {
    const token = await signIn({ email, password })
    await page.goto(`${address}/favicon.svg`)
    await page.evaluate(
      ([given, ms]) => {
        localStorage.setItem('twofold.token', given)
        localStorage.setItem('twofold.ahead', String(ms - Date.now()))
      },
      [token, at().getTime()] as const,
    )
    await page.goto(`${address}${path}`)
  }

  let product = await startAt('2026-06-15T14:00:00Z')
  try {
    await product.call(registration.registerOrganization, { body: organization })
    await product.call(auth.resetPassword, { body: { token: await mailedToken(product.address), password } })
    await enter(product, screens.billing)
    await page.getByRole('button', { name: 'Choose Flat $20', exact: true }).click()
    // A page that is unloading cannot be inspected, so it logs its state after a render.
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('On its way'))
    await page.evaluate(() => {
      const log = () => {
        const button = document.querySelector('[role="dialog"] [aria-busy="true"]')
        console.info(`On its way: ${button?.textContent}`)
      }
      navigation.addEventListener('navigate', () => requestAnimationFrame(() => requestAnimationFrame(log)))
    })
    await page.route(/\/subscribe\/flat_20\?token=/, async (route) => {
      await logged
      await route.continue()
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Continue to Stripe' }).click({ noWaitAfter: true })
    expect((await logged).text()).toContain('Continue to Stripe')
    await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible()
    const checkout = stripe.get(page.url().split('/').at(-1) ?? '')
    await page.goto(`${product.address}${screens.billing}`)
    await expect(page.getByText('Add a card to start Flat $20')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to Stripe' }).click()
    await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible()
    const second = page.url().split('/').at(-1) ?? ''
    expect(second).not.toBe(checkout.id)
    const left = stripe.completeCheckout(second)
    await page.goto(String(stripe.get(second)['success_url']))
    await expect(page.getByText('Stripe is confirming your card')).toBeVisible()
    await product.tell(left)
    await expect(page.getByText('Your plan is Flat $20 now', { exact: true })).toBeVisible()
    await expect(page.getByText('Stripe charges invoices to your card.')).toBeVisible()
    await page.getByRole('button', { name: 'Manage payment' }).click()
    await expect(page).toHaveURL(/\/p\/cus_/)
    await product.end('SIGTERM')

    product = await startAt('2026-07-02T12:00:00Z')
    await expect.poll(() => stripe.all('invoice').filter(({ status }) => status === 'open').length).toBe(1)
    const invoiceId = stripe.all('invoice')[0]?.id ?? ''
    // The evening of the 5th in the organization's time zone.
    await product.tell(stripe.refuseCard(invoiceId, Date.parse('2026-07-06T01:30:00Z') / 1000))
    await enter(product, screens.billing)
    const declined = page.getByRole('status').filter({ hasText: 'Your bank declined the card' })
    await expect(declined).toContainText('$20.00 for June 2026 is unpaid. Stripe will try again on Jul 5, 2026.')
    await expect(declined.getByRole('link', { name: /^Pay TF-/ })).toHaveAttribute('href', /\/i\/in_/)

    await product.tell(stripe.settle(invoiceId, 'paid'))
    await product.tell(stripe.refund(invoiceId, 500))
    await page.getByRole('link', { name: 'June 2026' }).click()
    const payments = page.getByRole('listitem')
    await expect(payments.filter({ hasText: 'Card, by Stripe' })).toContainText('$20.00')
    await expect(payments.filter({ hasText: 'Refund to the card' })).toContainText('$5.00')
    await expect(page.getByText('requested by customer')).toBeVisible()
    await expect(declined).toHaveCount(0)
  } finally {
    await product.end('SIGKILL')
    await stripe.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Without a mail server, registration emails are stored. */
async function mailedToken(address: string): Promise<string> {
  let token: string | undefined
  await expect
    .poll(async () => {
      const page = await (await fetch(`${address}/dev/outbox.json`)).text()
      token = /reset-password\?token=([\w-]+)/.exec(page)?.[1]
      return token
    })
    .toBeTruthy()
  return token ?? ''
}
