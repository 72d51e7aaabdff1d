import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { auth, donations, imports } from '@twofold/contract'
import { donationFile } from './donation-file.ts'
import { callerAs, daysAgo, demoPassword, expect, fillMinAmount, openSignedIn, test } from './product.ts'

// No other test adds gifts to this period.
const past = `from=${daysAgo(400)}&to=${daysAgo(200)}`

test('a single organization has no switcher', async ({ page }) => {
  // Every demo user has several, because chapters count.
  await page.route('**/api/common', async (route) => {
    const response = await route.fetch()
    const me = auth.me.parse(await response.json())
    await route.fulfill({ response: response, json: { ...me, orgs: me.orgs.slice(0, 1) } })
  })
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  const top = page.getByRole('banner')
  await expect(top.getByText('Riverbend Food Bank')).toBeVisible()
  await expect(top.getByRole('combobox')).toHaveCount(0)
  await expect(top.getByRole('button', { name: /^Organization:/ })).toHaveCount(0)
})

test('a dropdown switches between two organizations, and the list follows', async ({ page }) => {
  const maples = await giftsOfMaple()
  await openSignedIn(page, 'pta@maple.example', '/portal/donations')
  const menu = page.getByRole('button', { name: /^Organization:/ })
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Riverbend Food Bank' }).click()
  await expect(menu).toContainText('Riverbend Food Bank')
  await expectGifts(page, 'of another', maples)
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Maple Street PTA' }).click()
  await expect(menu).toContainText('Maple Street PTA')
  await expectGifts(page, 'of Maple', maples)
  await page.reload()
  await expect(menu).toContainText('Maple Street PTA')
  await expectGifts(page, 'of Maple', maples)
})

test('a super user searches for any organization', async ({ page }) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/donations')
  await expect(page.getByText('You must select an organization to use this section.')).toBeVisible()
  // An organization with chapters has a filter with the same label in its list.
  const box = page.getByPlaceholder('Find an organization')
  await box.fill('map')
  await page.getByRole('option', { name: /Maple Street PTA/ }).click()
  await expect(box).toHaveValue('Maple Street PTA')
  await expect(page.getByRole('listbox', { name: 'Organization' })).toBeHidden()
  await expectGifts(page, 'of Maple', await giftsOfMaple())
})

test('a reader sees no Upload, and the API refuses it', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donations')
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload' })).toHaveCount(0)
  const reader = await callerAs('reader@riverbend.example')
  const form = new FormData()
  form.set('donations', new Blob([new Uint8Array(donationFile([]))]), 'gifts.csv')
  form.set('map', '{}')
  const params = { id: reader.organizationId }
  expect((await reader.refusal(imports.uploadImportFile, { params, form }, reader)).status).toBe(403)
})

test('the list’s state is in its address and survives reload and back', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', `/portal/donations?${past}`)
  const all = await foundCount(page)
  await page.getByRole('button', { name: /^NO RESPONSE/ }).click()
  await expect.poll(() => foundCount(page)).toBeLessThan(all)
  const countBefore = await foundCount(page)
  await fillMinAmount(page, '100')
  await expect(page).toHaveURL(/status=no_response.*min=100/)
  await expect.poll(() => foundCount(page)).toBeLessThan(countBefore)
  const shown = await foundCount(page)

  await page.reload()
  await expect(page.getByRole('button', { name: /^NO RESPONSE/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: '$100.00 or more', exact: true })).toBeVisible()
  await expect.poll(() => foundCount(page)).toBe(shown)

  await page.getByRole('link').and(page.locator('[data-row-link]')).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/match=\d+/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(`/portal/donations?${past}`)
  await expect.poll(() => foundCount(page)).toBe(all)
})

test('the downloaded file contains the gifts found with the chosen columns, and no spreadsheet formulas', async ({
  page,
}) => {
  await openSignedIn(page, 'reader@riverbend.example', `/portal/donations?status=no_response&${past}`)
  const found = await foundCount(page)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download donations' })
  await expect(dialog.getByText(`${found} gifts: `)).toBeVisible()
  await expect(dialog.getByText(/^Gift times are in .*Time \([A-Z]/)).toBeVisible()
  await dialog.getByLabel('Company', { exact: true }).uncheck()
  const choosing = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const ofColumns = (await readFile(await (await choosing).path(), 'utf8')).trim().split(/\r?\n/)
  expect(ofColumns[0]).toMatch(/^"?Donated"?,/)
  expect(ofColumns[0]).not.toContain('Company')
  expect(ofColumns.length - 1).toBe(found)
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Download CSV' }).click()
  await dialog.getByLabel('Every field').check()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/Donated,Amount,Currency,Donor Name,.*Company,Organization,Status/)
  expect(lines.length - 1).toBe(found)
  for (const line of lines.slice(1)) {
    expect(line).toContain('Donor No Response')
    expect(line).not.toMatch(/(^|,)"?[=@+]/)
  }
  expect((await page.request.get(download.url())).status()).toBeGreaterThanOrEqual(400)
})

test('by keyboard alone: sign in, move to a gift, open it, close it, and return to the same row', async ({ page }) => {
  await page.goto(`/portal/donations?${past}`)
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type('reader@riverbend.example')
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  const links = page.locator('[data-row-link]')
  await expect(links.first()).toBeVisible()
  await tabTo(page, links.first())
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Why this status' })).toBeVisible()
  await tabTo(page, dialog.getByRole('tab', { name: 'Match Details' }))
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('tab', { name: 'Email Communications' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(links.nth(1)).toBeFocused()
})

/** The list has an organization column only with chapters, which other tests add. */
async function giftsOfMaple(): Promise<ReadonlySet<string>> {
  const admin = await callerAs('pta@maple.example')
  const id =
    (await admin.call(auth.getCurrentUser, {}, admin)).orgs.find(({ name }) => name === 'Maple Street PTA')?.id ?? 0
  const query = { per_page: 200, filters: {} }
  const found = await admin.call(donations.listDonations, { params: { id }, query }, admin)
  return new Set(found.donations.map((donation) => String(donation.id)))
}

async function expectGifts(page: Page, owner: 'of Maple' | 'of another', ofMaple: ReadonlySet<string>): Promise<void> {
  const visibleGifts = async () => {
    const ids = await page
      .locator('[data-row-link]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('data-row-link') ?? ''))
    return [...new Set(ids.map((id) => (ofMaple.has(id) ? 'of Maple' : 'of another')))]
  }
  await expect.poll(visibleGifts).toEqual([owner])
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('60 presses of Tab did not lead there')
}

async function foundCount(page: Page): Promise<number> {
  const text = await page.getByRole('status').filter({ hasText: /Found/ }).textContent()
  return Number(text?.replaceAll(/\D/g, ''))
}
