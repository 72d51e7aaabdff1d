import type { Page } from '@playwright/test'
import { organizations } from '@twofold/contract'
import { newPerson, password } from './newcomer.ts'
import { callerAs, enter, expect, test } from './product.ts'

/** Goes to the last step of a new organization's setup and presses Done. */
async function finishSetup(page: Page): Promise<void> {
  await expect(page.getByText(/^Step 1 of \d$/)).toBeVisible()
  const done = page.getByRole('button', { name: 'Done' })
  while ((await done.count()) === 0) await page.getByRole('button', { name: 'Next' }).click()
  await done.click()
  await expect(page.getByText('Saving…')).toBeVisible()
}

async function newcomer(page: Page) {
  const address = await newPerson('setup')
  const caller = await callerAs(address, password)
  await enter(page, address, '/portal/', password)
  const params = { id: caller.organizationId }
  return {
    isComplete: async () => (await caller.call(organizations.getOrganization, { params }, caller)).complete,
  }
}
const notSaved = /^Not saved, retry\. It is kept on this device/

test('a finished setup is saved although the person logs out at once', async ({ page }) => {
  const { isComplete } = await newcomer(page)
  await finishSetup(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(/\/portal\/login/)
  expect(await isComplete()).toBe(true)
})

test('a finished setup that finds no connection says so, is kept, and is sent by itself at the next visit', async ({
  page,
}) => {
  const { isComplete } = await newcomer(page)
  // An answer that the browser does not note as an error: the connection itself is tried in the store's own tests.
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
