import { screens as addresses, donors, linkTo } from '@twofold/contract'
import { callerAs, expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

async function addressOfDonor(): Promise<string> {
  const { organizationId, call, token } = await callerAs(writer)
  const found = await call(donors.listDonors, { params: { id: organizationId }, query: { per_page: 1 } }, { token })
  return linkTo(addresses.donor, { id: found.donors[0]?.id ?? 0 })
}

export const donorsScreens: readonly Screen[] = [
  {
    name: 'donors',
    at: addresses.donors,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/donors')
      await expect(page.getByRole('rowheader').first()).toBeAttached()
    },
  },
  {
    name: 'donor',
    at: addresses.donor,
    open: async (page) => {
      await openSignedIn(page, writer, await addressOfDonor())
      await expect(page.getByRole('heading', { name: 'Gifts and matches' })).toBeVisible()
    },
  },
  {
    name: 'edit donor',
    open: async (page) => {
      await openSignedIn(page, writer, await addressOfDonor())
      await page.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit donor' })).toBeVisible()
    },
  },
  {
    name: 'merge donors',
    open: async (page) => {
      await openSignedIn(page, writer, await addressOfDonor())
      await page.getByRole('button', { name: 'Merge' }).click()
      await expect(page.getByRole('dialog', { name: 'Merge two donors' })).toBeVisible()
    },
  },
  {
    name: 'do not email',
    at: addresses.doNotEmail,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/do-not-email')
      await expect(page.getByRole('heading', { name: 'Do not email' })).toBeVisible()
      await expect(page.getByText('Found')).toBeVisible()
    },
  },
]
