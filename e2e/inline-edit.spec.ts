import type { Page } from '@playwright/test'
import { donationChanges, donations } from '@twofold/contract'
import { callerAs, dayOfAddedGifts, expect, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'
let count = 0

/** Returns a tag that finds the gifts by donor name, and the gifts as the list shows them. */
async function addGifts(...names: readonly string[]) {
  const { call, token, organizationId } = await callerAs(writer)
  const tag = `Inline${Date.now().toString(36)}${++count}`
  const ids: number[] = []
  for (const [place, name] of names.entries()) {
    const body = {
      donor_name: `${name} ${tag}`,
      donor_email: `${name}.${tag}@example.org`.toLowerCase(),
      amount: 80 - place,
      donated_at: dayOfAddedGifts(),
      company_name: 'Microsoft',
    }
    const { donation } = await call(donationChanges.createDonation, { params: { id: organizationId }, body }, { token })
    ids.push(donation.id)
  }
  const factsOf = async (id: number | undefined) => {
    const { donation } = await call(donations.getDonation, { params: { id: id ?? 0 } }, { token })
    return { amount: donation.amount, company: donation.company_name }
  }
  return { tag, ids, factsOf }
}

const openList = (page: Page, tag: string, as = writer) =>
  openSignedIn(page, as, `/portal/donations?dates=any&sort=amount&donor=${tag}`)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('amounts and companies are edited in the list by keyboard', async ({ page }) => {
  const { tag, ids, factsOf } = await addGifts('Ada', 'Bea')
  await openList(page, tag)
  await expect(page.locator('[data-row-link]')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Tab')
  const edit = page.getByRole('button', { name: `Edit amount, Ada ${tag}` })
  await expect(edit).toBeFocused()
  await expect(edit).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  const amountOf = (name: string) => page.getByRole('textbox', { name: `Amount (USD), ${name} ${tag}` })
  await expect(amountOf('Ada')).toBeFocused()
  await expect(amountOf('Ada')).toHaveValue('80.00')
  await page.keyboard.type('120')
  await page.keyboard.press('Tab')
  const company = page.getByRole('combobox', { name: `Company, Ada ${tag}` })
  await expect(company).toBeFocused()
  await expect(row(page, 'Ada')).toContainText('$120.00')
  await page.keyboard.type('Lanternhill')
  await expect(page.getByRole('option', { name: /Lanternhill Bank/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(company).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Tab')
  await expect(amountOf('Bea')).toBeFocused()
  await expect(row(page, 'Ada')).toContainText('Lanternhill Bank')
  expect(await factsOf(ids[0])).toEqual({ amount: 120, company: 'Lanternhill Bank' })

  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(amountOf('Bea')).toHaveAccessibleDescription(/Enter an amount like 25/)
  await expect(amountOf('Bea')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Edit amount, Bea ${tag}` })).toBeFocused()
  expect(await factsOf(ids[1])).toMatchObject({ amount: 79 })
  await page.keyboard.press('Enter')
  await expect(amountOf('Bea')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(company).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/match=/)
})

test('a value that someone else changed meanwhile is shown in the cell, and the person chooses', async ({ page }) => {
  const { tag, ids, factsOf } = await addGifts('Ada')
  const other = await callerAs('admin@riverbend.example')
  const edit = page.getByRole('button', { name: `Edit amount, Ada ${tag}` })
  const theyChangeItTo = (amount: number) =>
    other.call(donationChanges.updateDonation, { params: { id: ids[0] ?? 0 }, body: { amount } }, other)
  const amount = page.getByRole('textbox', { name: `Amount (USD), Ada ${tag}` })
  await openList(page, tag)
  await edit.press('Enter')
  await expect(amount).toBeFocused()
  await page.keyboard.type('95')
  await theyChangeItTo(64)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Changed by .+ meanwhile: 64\.00/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep 64.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Ada')).toContainText('$64.00')
  await expect(edit).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(amount).toHaveValue('64.00')
  await expect(amount).toBeFocused()
  await page.keyboard.type('95')
  await theyChangeItTo(65)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep 65.00' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Change to 95' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Ada')).toContainText('$95.00')
  expect(await factsOf(ids[0])).toMatchObject({ amount: 95 })
})

test('another employer of a submitted match opens the same question as in the match dialog', async ({ page }) => {
  const { tag, ids, factsOf } = await addGifts('Ada')
  const { call, token } = await callerAs(writer)
  await call(donationChanges.confirmDonations, { body: { donation_ids: ids, status: 'submitted' } }, { token })
  await openList(page, tag)
  await page.getByRole('button', { name: `Edit company, Ada ${tag}` }).press('Enter')
  await expect(page.getByRole('combobox', { name: `Company, Ada ${tag}` })).toBeFocused()
  await page.keyboard.type('Lanternhill')
  await expect(page.getByRole('option', { name: /Lanternhill Bank/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who has the request?' })
  await dialog.getByRole('radio', { name: /Lanternhill Bank has it/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Ada')).toContainText('Lanternhill Bank')
  expect(await factsOf(ids[0])).toMatchObject({ company: 'Lanternhill Bank' })
  await expect(page).not.toHaveURL(/match=/)
})

test('a click elsewhere saves; readers and phones have no editing in the list', async ({ page }) => {
  const { tag, ids, factsOf } = await addGifts('Ada')
  await openList(page, tag)
  await row(page, 'Ada').hover()
  await page.getByRole('button', { name: `Edit amount, Ada ${tag}` }).click()
  await page.getByRole('textbox', { name: `Amount (USD), Ada ${tag}` }).fill('33')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(row(page, 'Ada')).toContainText('$33.00')
  expect(await factsOf(ids[0])).toMatchObject({ amount: 33 })
  await page.setViewportSize({ width: 390, height: 780 })
  const cards = page.getByRole('list', { name: 'Donations' }).getByRole('listitem')
  await expect(cards.filter({ hasText: tag })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openList(page, tag, 'reader@riverbend.example')
  await expect(row(page, 'Ada')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0)
})
