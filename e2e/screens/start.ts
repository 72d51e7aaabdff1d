import type { Page } from '@playwright/test'
import { screens as addresses } from '@twofold/contract'
import { expect, openSignedIn, scrollToCharts } from '../product.ts'
import { admin, type Screen, writer } from './screen.ts'

async function openFirstDay(page: Page): Promise<void> {
  await page.route(/\/api\/organization\/\d+$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), has_gifts: false } })
  })
  await openSignedIn(page, admin, '/portal/')
  await expect(page.getByRole('heading', { name: 'Three ways to get started' })).toBeVisible()
}

export const startScreens: readonly Screen[] = [
  {
    name: 'first day',
    open: (page) => openFirstDay(page),
  },
  {
    name: 'sample email',
    open: async (page) => {
      await openFirstDay(page)
      await page.getByRole('button', { name: 'See a sample email' }).click()
      await expect(page.getByRole('dialog').getByText('Jordan Avery <')).toBeVisible()
    },
  },
  {
    name: 'dashboard',
    at: addresses.dashboard,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/')
      await expect(page.getByRole('article')).toHaveCount(4)
    },
  },
  {
    name: 'dashboard as a table',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/')
      await scrollToCharts(page)
      const months = page.getByRole('region', { name: 'Gifts and matches by month' })
      await months.getByRole('button', { name: /Show as table/ }).click()
    },
  },
  {
    name: 'command menu',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('combobox', { name: /^Search donors/ }).fill('lan')
      await expect(page.getByRole('group', { name: 'Companies' }).getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'notifications',
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('link')).not.toHaveCount(0)
    },
  },
  { name: 'unknown address', open: async (page) => openSignedIn(page, writer, '/portal/not-a-screen') },
]
