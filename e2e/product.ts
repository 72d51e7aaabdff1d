import { test as base, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

export const addressVariable = 'TWOFOLD_E2E_ADDRESS'
export const demoPassword = 'twofold-demo'

/** Pages know the product's address, and a test fails on what the browser itself complains about. */
export const test = base.extend<{ complaints: string[] }>({
  baseURL: async ({ browserName: _ }, use) => {
    const address = process.env[addressVariable]
    if (!address) throw new Error('the global setup has not started the product')
    await use(address)
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      base.expect(complaints, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

/** Fills in the form of the login page that is open. */
export async function signIn(page: Page, email: string, password: string = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
}
