import { payouts } from '@twofold/contract'
import { enterAsNewcomer } from './newcomer.ts'
import { daysAgo, expect, test } from './product.ts'

test('a check that was saved, and one that is here already, lead to it', async ({ page, complaints }) => {
  const { call, token, params } = await enterAsNewcomer(page, 'Petra', '/portal/payouts')
  const dialog = page.getByRole('dialog', { name: 'Enter a check' })
  const save = async (number: string) => {
    await page.getByRole('button', { name: 'Enter a check' }).click()
    await dialog.getByLabel('Who paid').fill('Acme')
    await dialog.getByLabel('Check number').fill(number)
    await dialog.getByLabel('Date received').fill(daysAgo(1))
    await dialog.getByLabel(/^Amount/).fill('40')
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  const openToast = page.locator('[data-toast-viewport] li').getByRole('button', { name: 'Open' })
  for (const number of ['', '1204']) {
    await page.goto('/portal/payouts')
    await save(number)
    await openToast.click()
    await expect(page).toHaveURL(/\/payouts\/\d+$/)
    const [newest] = (await call(payouts.listPayouts, { params }, { token })).payouts
    const address = new RegExp(`/payouts/${newest?.id}$`)
    await expect(page).toHaveURL(address)
    await page.goto('/portal/payouts')
    await save(number)
    await dialog.getByRole('link', { name: 'Open it' }).click()
    await expect(page).toHaveURL(address)
    await expect(dialog).toHaveCount(0)
  }
  complaints.length = 0 // the browser notes the 409s
})
