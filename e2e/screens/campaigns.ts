import { screens as addresses } from '@twofold/contract'
import { expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

export const campaignsScreens: readonly Screen[] = [
  {
    name: 'campaigns',
    at: addresses.campaigns,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/campaigns')
      await expect(page.getByRole('link', { name: 'Harvest Drive at Northstar' }).locator('visible=true')).toBeVisible()
    },
  },
  {
    name: 'campaign form',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/campaigns')
      await page.getByRole('button', { name: 'Add Campaign' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await expect(page.getByText('Give the campaign a name')).toBeVisible()
    },
  },
  {
    name: 'campaign',
    at: addresses.campaign,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/campaigns')
      await page.getByRole('link', { name: 'Harvest Drive at Northstar' }).locator('visible=true').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Harvest Drive at Northstar' })).toBeVisible()
    },
  },
]
