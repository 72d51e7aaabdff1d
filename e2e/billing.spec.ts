import type { Locator } from '@playwright/test'
import { billing, linkTo, payments, screens } from '@twofold/contract'
import { openAsNewAdministrator } from './new-administrator.ts'
import { callerAs, expect, openSignedIn, test } from './product.ts'

const admin = 'admin@riverbend.example'
const support = 'super@twofold.example'
const money = (amount: number): string => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

test('Back closes the plan dialog first and leaves Billing only on the second press', async ({ page }) => {
  await openAsNewAdministrator(page, 'planlooker', '/portal/billing')
  const menu = page.getByRole('navigation', { name: 'Portal' })
  for (const name of ['Reports', 'Billing']) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: /^(Start with|Change to) / })
  await expect(question).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/portal/billing')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/portal/reports')
})

test('an organization chooses a plan and sees the monthly cost', async ({ page }) => {
  await openAsNewAdministrator(page, 'planchooser', '/portal/billing')
  await page.getByRole('button', { name: 'Choose Flat $20', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Change to Flat $20?' })
  await expect(question).toContainText('$20 a month')
  await expect(question).toContainText('It starts now. This month costs the full $20.00.')
  await question.getByRole('button', { name: 'Choose Flat $20', exact: true }).click()
  const card = page.locator('section').filter({ hasText: 'Billed this month' })
  await expect(card).toContainText('$20 a month')
  await expect(card).toContainText('$20.00 for the plan')
})

test('support enters partial payments for an invoice and removes a wrong one', async ({ page }) => {
  const { call, token, organizationId } = await callerAs(admin)
  const { token: ofSupport } = await callerAs(support)
  const params = { id: organizationId }
  const { invoices } = await call(billing.getBilling, { params }, { token })
  // A settled month whose payment failed afterwards.
  const settled = invoices.find(({ state, paid, currency }) => state === 'paid' && currency === 'USD' && paid > 5)
  const { id: invoiceId, number, total } = settled ?? { id: 0, number: '', total: 0 }
  const at = { ...params, invoiceId }
  const { payments: known } = await call(billing.getInvoice, { params: at, query: {} }, { token })
  for (const { id: paymentId, reversed } of known) {
    const paymentInput = { params: { ...at, paymentId }, body: { why: 'The transfer came back' } }
    if (!reversed) await call(payments.reversePayment, paymentInput, { token: ofSupport })
  }

  await openSignedIn(page, support, `${linkTo(screens.invoice, { invoiceId })}?in=${organizationId}`)
  const dialog = page.getByRole('dialog', { name: 'Enter a payment' })
  const enterPayment = async (amount: string, reference: string) => {
    await page.getByRole('button', { name: 'Enter payment' }).click()
    await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
    await dialog.getByRole('textbox', { name: /^Reference/ }).fill(reference)
    await dialog.getByRole('button', { name: 'Save payment' }).dblclick()
  }
  await enterPayment(String(total + 1), 'Too much')
  await expect(dialog.getByText(/Only .* is still due on this invoice/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await enterPayment('1.50', 'Check 1041')
  await expect(dialog).toBeHidden()
  const entered = page.getByRole('listitem').filter({ hasText: 'Check 1041' })
  await expect(entered).toHaveCount(1)
  await expect(page.getByText(money(total - 1.5)).first()).toBeVisible()

  await entered.getByRole('button', { name: 'Reverse the payment of $1.50' }).click()
  const takingBack = page.getByRole('dialog', { name: 'Reverse this payment?' })
  await takingBack.getByRole('textbox', { name: 'Why' }).fill('It bounced')
  await takingBack.getByRole('button', { name: 'Reverse' }).click()
  await expect(entered).toContainText('It bounced')

  await page.getByRole('button', { name: 'Enter payment' }).click()
  await expect(dialog).toContainText(`For ${number}`)
  await dialog.getByRole('button', { name: 'Save payment' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enter payment' })).toHaveCount(0)
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
})

test('a redirect button works once and becomes available again after a stopped, reversed or failed redirect', async ({
  page,
}) => {
  await page.clock.install()
  // The redirect never completes, so the test can still inspect this page.
  await page.route(/\/api\/organization\/\d+\/billing$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response: response,
      json: { ...(await response.json()), provider: 'stripe', has_card: true },
    })
  })
  let requestCount = 0
  await page.route(/\/billing-portal$|\/subscribe\/flat_20$/, (route) => {
    requestCount++
    return route.fulfill({ json: { url: `${page.url().split('#')[0]}#${requestCount}` } })
  })
  await openAsNewAdministrator(page, 'elsewhere', '/portal/billing')
  const manage = page.getByRole('button', { name: 'Manage payment' })
  const isOnItsWay = async (button: Locator, times: number) => {
    await expect(page).toHaveURL(new RegExp(`#${times}$`))
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await button.click({ force: true })
    expect(requestCount).toBe(times)
  }
  const isHere = (button: Locator) => expect(button).not.toHaveAttribute('aria-busy')

  await manage.click()
  await isOnItsWay(manage, 1)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })))
  await isOnItsWay(manage, 1)
  await page.keyboard.press('Escape')
  await isHere(manage)

  await manage.click()
  await isOnItsWay(manage, 2)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await isHere(manage)

  await manage.click()
  await isOnItsWay(manage, 3)
  await page.clock.fastForward(19_000)
  await isOnItsWay(manage, 3)
  await page.clock.fastForward(1_000)
  await isHere(manage)

  await page.getByRole('button', { name: 'Choose Flat $20', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Change to Flat $20?' })
  const choose = question.getByRole('button', { name: 'Choose Flat $20', exact: true })
  await choose.click()
  await isOnItsWay(choose, 4)
  await question.getByRole('button', { name: 'Keep my plan' }).click()
  await page.getByRole('button', { name: 'Choose Flat $20', exact: true }).click()
  await isHere(choose)
})
