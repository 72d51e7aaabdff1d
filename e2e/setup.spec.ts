import type { Page } from '@playwright/test'
import { organizations } from '@twofold/contract'
import { openAsNewAdministrator } from './new-administrator.ts'
import { expect, pixel, test, whileResponseHeld } from './product.ts'

async function finishSetup(page: Page): Promise<void> {
  await expect(page.getByText(/^Step \d of \d$/)).toBeVisible()
  const doneButton = page.getByRole('button', { name: 'Done' })
  while ((await doneButton.count()) === 0) await page.getByRole('button', { name: 'Next' }).click()
  await whileResponseHeld(page, '**/partial', async () => {
    await whileResponseHeld(page, '**/partial/review', async () => {
      await doneButton.click()
      await expect(doneButton).toBeDisabled()
      await expect(page.getByText(/^Counting matchable gifts/)).toHaveCount(0)
    })
    await expect(page.getByText('Saving…')).toBeVisible()
  })
}

async function newcomer(page: Page) {
  const me = await openAsNewAdministrator(page, 'setup', '/portal/')
  return {
    isComplete: async () => (await me.call(organizations.getOrganization, { params: me.params }, me)).complete,
  }
}
const notSaved = /^Not saved, retry\. It’s saved on this device/

test('a finished setup is saved even if the person logs out immediately', async ({ page }) => {
  const { isComplete } = await newcomer(page)
  await finishSetup(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/portal\/login/)
  expect(await isComplete()).toBe(true)
})

test('a finished setup without a connection shows an error, is stored, and is sent at the next visit', async ({
  page,
}) => {
  const { isComplete } = await newcomer(page)
  // The browser does not log this response as an error. The store's own tests cover connection failures.
  await page.route('**/partial', (route) => route.fulfill({ status: 429, json: {} }))
  await finishSetup(page)
  await expect(page.getByText(notSaved)).toBeVisible()
  expect(await isComplete()).toBe(false)
  await page.goto('/favicon.svg')
  await page.unroute('**/partial')
  await page.goto('/portal/')
  await expect.poll(isComplete).toBe(true)
  await expect(page.getByText(notSaved)).toHaveCount(0)
})

test('the details screen leads through the setup step by step on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const me = await openAsNewAdministrator(page, 'phone', '/portal/organization-details?tab=contact')
  await expect(page.getByText('Setup: step 5 of 6.')).toBeVisible()
  await page.getByRole('button', { name: 'Use the primary contact' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Setup: step 6 of 6.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Next: Logo' })).toBeInViewport()
  await page.getByRole('link', { name: 'Next: Logo' }).click()
  await expect(page).toHaveURL(/tab=files$/)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload logo' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByText(/^You’re all set\./)).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page.getByRole('link', { name: 'Invite a colleague' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark Setup Complete' }).click()
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
  await expect(page.getByText('Finish these steps to enable matching!')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add users' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two ways to get started' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invite a colleague' })).toHaveCount(0)
  await expect(page.getByText(/rechecking your gifts/)).toHaveCount(0)
  const { needed } = await me.call(organizations.getOrganization, { params: me.params }, me)
  expect(needed).toEqual([])
})
