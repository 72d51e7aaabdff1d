import type { Page } from '@playwright/test'
import { screens as addresses } from '@twofold/contract'
import { uploadGifts } from '../donation-file.ts'
import { mailsTo } from '../mailbox.ts'
import { callerAs, expect } from '../product.ts'
import { type Screen, writer } from './screen.ts'

const openPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const publicScreens: readonly Screen[] = [
  {
    name: 'companies',
    at: addresses.publicCompanies,
    open: async (page) => {
      await page.goto('/companies')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: "a company's public page",
    open: async (page) => {
      await page.goto('/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank', exact: true }).locator('visible=true').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lanternhill Bank' })).toBeVisible()
    },
  },
  {
    name: 'donor page',
    open: async (page) => {
      const tag = Date.now().toString(36)
      const email = `quality.${tag}@example.org`
      const gift = { daysAgo: 4, name: 'Quality Donor', employer: 'Lanternhill Bank', amount: '$70.00' }
      await uploadGifts(await callerAs(writer), [{ ...gift, id: `${tag}-q`, email }])
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
      const link = /https?:\/\/\S+\/m\/c\/[\w.-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByRole('button', { name: 'I submitted it' })).toBeVisible()
    },
  },
  {
    name: 'questions',
    at: addresses.faq,
    open: async (page) => openPage(page, '/portal/faq?apex&direct&cn=Quillon#how-direct'),
  },
  {
    name: 'questions in French',
    open: async (page) => openPage(page, '/portal/faq?lang=fr&apex&direct&cn=Quillon#how-direct'),
  },
  { name: 'contact', at: addresses.contact, open: async (page) => openPage(page, '/portal/contact') },
  { name: 'match page', at: addresses.matchPage, open: async (page) => openPage(page, '/match/riverbend-food%20bank') },
  {
    name: 'match page with a policy',
    open: async (page) => {
      await openPage(page, '/match/riverbend-food%20bank?amount=80')
      await page.getByRole('combobox', { name: 'Where do you work?' }).fill('microsof')
      await page.getByRole('option').first().click()
      await expect(page.getByText(/Your gift of \$80 could become/)).toBeVisible()
    },
  },
  { name: 'no match page', open: async (page) => openPage(page, '/match/nobody-of-this-name') },
]
