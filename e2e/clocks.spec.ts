import { uploadGifts } from './donation-file.ts'
import { openAsNewAdministrator } from './new-administrator.ts'
import { daysAgo, expect, productTime, test } from './product.ts'

/** The product's clock, not the browser's, determines the current time and day. */

for (const hours of [31, -31]) {
  test(`with a clock that is ${hours} hours off, today's gifts and new messages appear`, async ({ page }) => {
    await page.clock.install({ time: productTime() + hours * 3_600_000 })
    const me = await openAsNewAdministrator(page, 'clock', '/portal/organization-details?tab=categories')
    await uploadGifts(me, [{ id: 'today', daysAgo: 0, name: 'Tod Ay', email: 'tod@example.org', amount: '$20.00' }])
    await page.getByRole('checkbox', { name: 'Charities', exact: true }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('We checked your gifts.')).toBeVisible()

    await page.goto('/portal/donations')
    await expect(page.locator('[data-row-link]')).toContainText('Tod Ay')
    await expect(page.getByText('1 Found', { exact: true })).toBeVisible()
  })
}

test('the public page uses the product’s date for a gift when the browser clock is a year behind', async ({ page }) => {
  await page.clock.install({ time: productTime() - 366 * 86_400_000 })
  await page.goto('/match/riverbend-food%20bank')
  await expect(page.getByLabel('Date of the gift')).toHaveValue(daysAgo(0))
})
