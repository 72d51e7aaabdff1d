import { expect, openSignedIn, test } from './product.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

test('on a phone: the drawer leads to the gifts, shown as cards, with their filters in a sheet', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Donations' }).tap()
  await expect(page).toHaveURL(/\/portal\/donations$/)
  const cards = page.getByRole('list', { name: 'Donations' }).getByRole('listitem')
  await expect(cards).not.toHaveCount(0)

  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Company name').fill('Lanternhill')
  await expect(page).toHaveURL(/company=Lanternhill/)
  await sheet.getByRole('button', { name: /^Show .* Found$/ }).tap()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(cards.filter({ hasNotText: 'Lanternhill' })).toHaveCount(0)

  await cards.first().tap()
  const match = page.getByRole('dialog')
  await expect(match.getByRole('heading', { name: 'Why this status' })).toBeVisible()
  await expect(match.getByRole('link', { name: /^\S+@\S+$/ })).toBeVisible()
  const heights = await match
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await match.getByRole('button', { name: 'Close' }).tap()
  await expect(page).toHaveURL(/\/portal\/donations\?company=Lanternhill$/)
})

test('on a phone: both ends of a custom date range and Close are in view', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await page.getByRole('button', { name: /^Date range/ }).tap()
  const picker = page.getByRole('dialog', { name: 'Date range' })
  await picker.getByRole('button', { name: 'Custom Date Range' }).tap()
  for (const end of ['From', 'To']) {
    await picker.getByRole('button', { name: new RegExp(`^${end}: `) }).tap()
    await expect(picker.getByRole('group', { name: end })).toBeInViewport()
    for (const name of [/^From: /, /^To: /, /^Close$/]) {
      await expect(picker.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
  }
  await picker.getByRole('button', { name: 'Close' }).tap()
  await expect(picker).toHaveCount(0)
})

test('on a phone: the number of scheduled emails appears above the actions', async ({ page }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/scheduled-emails')
  const all = page.getByRole('region', { name: 'All of these emails' })
  await expect(all.getByRole('status')).toContainText(/^\d+ emails? in the next 14 days/)
  // One frame, because content above may still be loading.
  const isAbove = () =>
    all.evaluate((region) => {
      const count = region.querySelector('[role="status"]')?.getBoundingClientRect()
      const button = region.querySelector('button')?.getBoundingClientRect()
      return Boolean(count && button && count.width > 250 && count.bottom <= button.top)
    })
  await expect.poll(isAbove).toBe(true)
})

test('on a phone: names in the donor list that link to gifts are 44 pixels high', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donors')
  const names = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(names.first()).toBeVisible()
  const smallestTarget = () =>
    names.evaluateAll((links) => Math.min(...links.map((link) => link.getBoundingClientRect().height)))
  expect(await smallestTarget()).toBeGreaterThanOrEqual(44)
  await names.first().tap()
  await expect(page.getByRole('heading', { name: 'Gifts and matches' })).toBeVisible()
  await expect(names.first()).toBeVisible()
  expect(await smallestTarget()).toBeGreaterThanOrEqual(44)
})

test('on a phone: the registration is at most 2,400 pixels long, and its categories unfold', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/portal/register')
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_400)
  await page.getByText('Choose categories').click()
  await page.getByLabel('Food Banks and Hunger Relief').check()
  await page.getByLabel('Human Services').check()
  await page.getByText('Food Banks and Hunger Relief, Human Services').click()
  await expect(page.getByLabel('Human Services')).toBeHidden()
})
