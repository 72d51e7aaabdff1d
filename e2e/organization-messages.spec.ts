import type { Page } from '@playwright/test'
import { donationChanges, notifees } from '@twofold/contract'
import { openAsNewAdministrator } from './new-administrator.ts'
import { callerAs, dayOfAddedGifts, expect, openSignedIn, pixel, test } from './product.ts'

/** Error messages as worded in the specification. */

const admin = 'admin@riverbend.example'
const path = '/portal/organization-details'
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
/** The status element next to a toast exists for a second only. */
const toast = (page: Page, words: string) => page.locator('[data-toast-viewport] li').filter({ hasText: words })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' })
const fax = (page: Page) => page.getByRole('textbox', { name: 'Fax' })
const refusePut = (page: Page, status: number, message: string) =>
  page.route('**/partial', (route) => route.fulfill({ status, json: { error: 'x', message, request_id: 'x' } }))

test('a missing organization shows its message', async ({ page }) => {
  await page.route(/\/api\/organization\/\d+$/, (route) =>
    route.fulfill({ status: 404, json: { error: 'not_found', message: 'We could not find that.', request_id: 'x' } }),
  )
  await openSignedIn(page, admin, path)
  await expect(page.getByText(/^Organization with id \d+ not found$/)).toBeVisible()
})

test('server failures show the specification’s messages', async ({ page }) => {
  const fail = (path: string | RegExp, method: string) =>
    page.route(path, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 422, json: { error: 'invalid', message: 'Not today.', request_id: 'x' } })
        : route.fallback(),
    )
  const expectToast = (words: string) => expect(toast(page, words)).toBeVisible()
  await fail('**/partial', 'PUT')
  await fail('**/upload', 'POST')
  await fail('**/notifee', 'POST')
  await fail('**/notifee/*', 'DELETE')

  const me = await openAsNewAdministrator(page, 'failing', `${path}?tab=contact`)
  await page.getByRole('textbox', { name: 'Fax' }).fill('1')
  await save(page).click()
  await expectToast('Failed to update organization')
  await cancel(page).click()

  await tab(page, 'Files').click()
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload logo' }).click()
  await (await chosen).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
  await expectToast('Failed to upload logo')
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload W-9' }).click()
  await (await fileChooser).setFiles({ name: 'w9.png', mimeType: 'image/png', buffer: pixel })
  await expectToast('Failed to upload document')

  await tab(page, 'Settings').click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('a@example.org')
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await expectToast('Failed to add notification email')
  const { params } = me
  const { notifees: kept } = await me.call(notifees.addNotifee, { params, body: { email: 'stays@example.org' } }, me)
  await page.reload()
  await page.getByRole('button', { name: 'Remove stays@example.org' }).click()
  await expectToast('Failed to remove notification email')
  const notifeeId = kept.find(({ email }) => email === 'stays@example.org')?.id ?? 0
  await me.call(notifees.removeNotifee, { params: { ...params, notifeeId } }, me)

  await fail('**/notifee', 'GET')
  await page.reload()
  await expectToast('Failed to load notification emails')
})

test('saving a deleted organization shows its message and keeps the typed text', async ({ page }) => {
  const { organizationId } = await callerAs(admin)
  await refusePut(page, 404, 'We could not find that.')
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await fax(page).fill('+1 217 555 0155')
  await save(page).click()
  const words = `Organization with id ${organizationId} not found`
  await expect(toast(page, words)).toBeVisible()
  await expect(page.getByText(`Not saved. ${words}`)).toBeVisible()
  await expect(fax(page)).toHaveValue('+1 217 555 0155')
  await cancel(page).click()
  await expect(page.getByText(`Not saved. ${words}`)).toHaveCount(0)
})

test('a user who lost the admin level keeps the text and sees the reason longer than a toast', async ({ page }) => {
  const explanation = 'This needs admin access. Marisol Vega can give it to you.'
  await refusePut(page, 403, explanation)
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await fax(page).fill('+1 217 555 0156')
  await save(page).click()
  await expect(page.getByText(`Not saved. ${explanation}`)).toBeVisible()
  await expect(fax(page)).toHaveValue('+1 217 555 0156')
  await cancel(page).click()
})

test('a probable typo shows a warning and is saved anyway', async ({ page }) => {
  await openAsNewAdministrator(page, 'slip', `${path}?tab=contact`)
  await fax(page).fill('555 01')
  await expect(page.getByText('A phone number has ten digits, like (217) 555-0142.')).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Organization "Trust of slip" updated successfully', { exact: true })).toBeVisible()
  await fax(page).fill('')
  await expect(page.getByText('A phone number has ten digits')).toHaveCount(0)
  await save(page).click()
  await expect(save(page)).toBeDisabled()
})

test('logging out asks about unsaved text', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await fax(page).fill('+1 217 555 0157')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(fax(page)).toHaveValue('+1 217 555 0157')
  await page.getByRole('button', { name: 'Logout' }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL(/\/portal\/login/)
  await expect(page.getByText('You have been successfully logged out.', { exact: true })).toBeVisible()
})

test('a closed organization shows a notice on every screen and allows no change', async ({ page }) => {
  await page.route(/\/api\/organization\/\d+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), rule_deactivated: true } })
  })
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await expect(page.getByText(/^This organization is closed. You can view and download everything/)).toBeVisible()
  await expect(fax(page)).toHaveAttribute('readonly')
  await expect(save(page)).toHaveCount(0)
  await page.goto('/portal/donations')
  await expect(page.getByText(/^This organization is closed/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
})

test('changing categories reevaluates the gifts, and the screen shows it until it finishes', async ({ page }) => {
  // This reevaluates gifts, and other tests count the demo's.
  const me = await openAsNewAdministrator(page, 'again', `${path}?tab=categories`)
  const body = { donor_name: 'Ada', donor_email: 'ada@example.org', amount: 90, donated_at: dayOfAddedGifts() }
  await me.call(donationChanges.createDonation, { params: me.params, body }, me)
  const box = page.getByRole('checkbox', { name: 'Charities', exact: true })
  await box.click()
  await save(page).click()
  await expect(page.getByText(/^We(’re checking| checked) your gifts\./)).toBeVisible()
  await expect(page.getByText('We checked your gifts.')).toBeVisible()
  await box.click()
  await save(page).click()
  await expect(save(page)).toBeDisabled()
})
