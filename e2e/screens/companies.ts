import { screens as addresses, companies, linkTo } from '@twofold/contract'
import { callerAs, expect, openSignedIn } from '../product.ts'
import { type Screen, superUser, writer } from './screen.ts'

export const companiesScreens: readonly Screen[] = [
  {
    name: 'companies in the portal',
    at: addresses.companies,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/companies?search=lanternhill')
      await expect(
        page.getByRole('link', { name: 'Lanternhill Bank', exact: true }).locator('visible=true'),
      ).toBeVisible()
    },
  },
  {
    name: "a company's page in the portal",
    at: addresses.company,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank', exact: true }).locator('visible=true').click()
      await expect(page.getByRole('heading', { name: 'Facts and their sources' })).toBeVisible()
    },
  },
  {
    name: 'a policy of our own',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank', exact: true }).locator('visible=true').click()
      await page.getByRole('button', { name: 'Add your own policy' }).click()
      await page.getByLabel('Ratio (company : donor)').fill('3:1')
      await page.getByRole('button', { name: 'Review changes' }).click()
      await expect(page.getByRole('dialog', { name: 'Review changes' })).toBeVisible()
    },
  },
  {
    name: 'company directory',
    at: addresses.directory,
    open: async (page) => {
      await openSignedIn(page, superUser, '/portal/directory')
      await expect(page.getByText('for gifts from').first()).toBeVisible()
    },
  },
  {
    name: 'merging two platforms',
    open: async (page) => {
      await openSignedIn(page, superUser, '/portal/directory')
      await page.getByRole('button', { name: 'Merge another platform into Benevity' }).click()
      await page.getByLabel('Which platform is the same?').selectOption({ label: 'YourCause' })
      await expect(page.getByRole('region', { name: 'What moves' })).toBeVisible()
    },
  },
  {
    name: 'company of the directory',
    at: addresses.directoryCompany,
    open: async (page) => {
      const { call } = await callerAs(superUser)
      const { companies: found } = await call(companies.listCompanies, { query: { search: 'Microsoft', per_page: 1 } })
      const address = linkTo(addresses.directoryCompany, { companyId: found[0]?.id ?? 0 })
      await openSignedIn(page, superUser, address)
      await expect(page.getByRole('heading', { name: 'Microsoft' })).toBeVisible()
    },
  },
  {
    name: 'the form of a company',
    at: addresses.directoryForm,
    open: async (page) => {
      const { call } = await callerAs(superUser)
      const { companies: found } = await call(companies.listCompanies, {
        query: { search: 'Copperleaf Energy', per_page: 1 },
      })
      await openSignedIn(page, superUser, linkTo(addresses.directoryForm, { companyId: found[0]?.id ?? 0 }))
      await page.getByRole('button', { name: 'Amount of the gift' }).click()
      await expect(page.getByRole('img', { name: 'Page 1 of' })).toBeVisible()
    },
  },
  {
    name: 'review queue',
    at: addresses.review,
    open: async (page) => {
      await openSignedIn(page, superUser, '/portal/review')
      await expect(page.getByText('Dr. Patel DDS')).toBeVisible()
    },
  },
  {
    name: 'suggested corrections',
    open: async (page) => {
      await openSignedIn(page, superUser, '/portal/review?show=corrections')
      await expect(page.getByText('It matches 2:1 now')).toBeVisible()
    },
  },
]
