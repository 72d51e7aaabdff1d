import { donationChanges } from '@twofold/contract'
import { callerAs, dayOfAddedGifts, expect, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'

async function someGift() {
  const { call, token, organizationId } = await callerAs(writer)
  const tag = `Zyx${Date.now().toString(36)}`
  const body = {
    donor_name: `Wanda ${tag}`,
    donor_email: `${tag}@example.org`.toLowerCase(),
    amount: 80,
    donated_at: dayOfAddedGifts(),
    company_name: 'Lanternhill Bank',
  }
  const { donation } = await call(donationChanges.createDonation, { params: { id: organizationId }, body }, { token })
  return { id: donation.id, name: body.donor_name, tag }
}

test('the command menu finds donors, matches, companies and screens, and runs actions, by keyboard', async ({
  page,
}) => {
  const gift = await someGift()
  await openSignedIn(page, writer, '/portal/')
  const menu = page.getByRole('dialog', { name: 'Search donors, matches' })
  const box = menu.getByRole('combobox')
  const chosen = menu.getByRole('option', { selected: true })
  const search = async (words: string) => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeFocused()
    await box.fill(words)
  }

  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  await search(gift.tag)
  await expect(chosen).toContainText(gift.name)
  await expect(menu.getByRole('group', { name: 'Matches' })).toContainText(`#${gift.id}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: gift.name })).toBeVisible()
  await expect(menu).toHaveCount(0)

  await search(`#${gift.id}`)
  await expect(chosen).toContainText('$80.00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Why this status' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await search('lanternhill')
  await expect(menu.getByRole('group', { name: 'Companies' }).getByRole('option')).toHaveText('Lanternhill Bank')
  await page.keyboard.press('End')
  await expect(chosen).toHaveText('Lanternhill Bank')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Lanternhill Bank' })).toBeVisible()

  await search('lines')
  await expect(chosen).toHaveText('Lines to review')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/payouts\/waiting/)
  await search(`${gift.tag}qqq`)
  await expect(menu.getByText(`No results for “${gift.tag}qqq”`)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(menu).toHaveCount(0)

  for (const [words, command, title] of [
    ['upl don', 'Upload donations', 'Upload donations'],
    ['add don', 'Add donation', 'Add donation'],
    ['new camp', 'New campaign', 'Match Campaign'],
  ] as const) {
    await search(words)
    await expect(chosen).toContainText(command)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // The demo has more gifts than fit in one response here (see global-setup).
  await page.goto(`/portal/donations?dates=any&donor=${gift.tag}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const file = page.waitForEvent('download')
  await search('csv')
  await expect(chosen).toContainText('of this list')
  await page.keyboard.press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)
})

test('the command menu shows errors, retries, and switches the organization and the color scheme', async ({ page }) => {
  await openSignedIn(page, 'pta@maple.example', '/portal/donations')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Search donors, matches' })
  await page.route('**/search?*', (route) =>
    route.fulfill({ status: 409, json: { error: 'conflict', message: 'Please try again in a moment.' } }),
  )
  await menu.getByRole('combobox').fill('somebody')
  await expect(menu.getByText('Couldn’t search donors, matches and companies').first()).toBeVisible()
  await page.unroute('**/search?*')
  await menu.getByRole('option', { name: 'Try again' }).click()
  await expect(menu.getByText('No results for “somebody”')).toBeVisible()

  await menu.getByRole('combobox').fill('dark')
  await menu.getByRole('option', { name: 'Appearance: Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.keyboard.press('Control+k')
  await menu.getByRole('combobox').fill('switch')
  await expect(menu.getByRole('option', { selected: true })).toContainText('Switch')
  await page.keyboard.press('Enter')
  const organizations = page.getByRole('dialog', { name: 'Find an organization' })
  await organizations.getByRole('combobox').fill('river')
  await expect(organizations.getByRole('option', { selected: true })).toContainText('Riverbend Food Bank')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Organization: Riverbend Food Bank' })).toBeVisible()
})
