import { screens as addresses } from '@twofold/contract'
import { donationFile } from '../donation-file.ts'
import { expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

export const donationsScreens: readonly Screen[] = [
  {
    name: 'donations',
    at: addresses.donations,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations')
      await expect(page.locator('[data-row-link]').first()).toBeVisible()
    },
  },
  {
    name: 'an amount edited in the list',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations')
      await page
        .getByRole('button', { name: /^Edit amount/ })
        .first()
        .press('Enter')
      await page.getByRole('textbox', { name: /^Amount/ }).fill('x')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Enter an amount like 25')).toBeVisible()
    },
  },
  {
    name: 'match dialog',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations?status=donor_contacted&dates=any')
      await page.locator('[data-row-link]').first().click()
      await expect(page.getByRole('heading', { name: 'Why this status' })).toBeVisible()
    },
  },
  {
    name: 'before a re-email',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations?status=donor_contacted&dates=any')
      await page.locator('[data-row-link]').first().click()
      await page.getByRole('button', { name: 'Save & Re-Email' }).click()
      await expect(page.getByText(/It (stays|becomes)/)).toBeVisible()
    },
  },
  {
    name: 'add donation',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Add donation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add donation' }).click()
      await expect(page.getByText('Enter the donor’s name')).toBeVisible()
    },
  },
  {
    name: 'upload dialog',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Upload donations' })).toBeVisible()
    },
  },
  {
    name: 'field mapper',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      const buffer = donationFile([
        { id: 'q-1', daysAgo: 4, name: 'Quin Ality', email: 'quin@example.org', amount: '$40.00' },
        { id: 'q-2', daysAgo: 4, name: 'Quin Ality', email: 'quin@example.org', amount: '$40.00', state: 'failed' },
      ])
      const file = { name: 'export.csv', mimeType: 'text/csv', buffer }
      await page.getByRole('dialog', { name: 'Upload donations' }).locator('input[type=file]').setInputFiles(file)
      await expect(page.getByRole('dialog', { name: 'Field Mapper' })).toBeVisible()
    },
  },
  {
    name: 'uploads',
    at: addresses.uploads,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donations/uploads')
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'gifts added' })).not.toHaveCount(0)
    },
  },
]
