import { screens as addresses } from '@twofold/contract'
import { expect, openSignedIn } from './product.ts'
import { billingScreens } from './screens/billing.ts'
import { campaignsScreens } from './screens/campaigns.ts'
import { companiesScreens } from './screens/companies.ts'
import { donationsScreens } from './screens/donations.ts'
import { donorsScreens } from './screens/donors.ts'
import { organizationScreens } from './screens/organization.ts'
import { payoutsScreens } from './screens/payouts.ts'
import { publicScreens } from './screens/public.ts'
import { reportsScreens } from './screens/reports.ts'
import { admin, type Screen } from './screens/screen.ts'
import { signingInScreens } from './screens/signing-in.ts'
import { startScreens } from './screens/start.ts'

/** Screens that need content or a specific state. */
const prepared: readonly Screen[] = [
  ...signingInScreens,
  ...startScreens,
  ...donationsScreens,
  ...donorsScreens,
  ...organizationScreens,
  ...companiesScreens,
  ...campaignsScreens,
  ...reportsScreens,
  ...payoutsScreens,
  ...billingScreens,
  ...publicScreens,
]

/** New screens are checked automatically. */
const others: readonly Screen[] = Object.values(addresses)
  .filter((address) => !prepared.some(({ at }) => at === address))
  .map((address) => ({
    name: address,
    at: address,
    open: async (page) => {
      await openSignedIn(page, admin, address.replaceAll(/:\w+/g, '1'))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    },
  }))

export const screens: readonly Screen[] = [...prepared, ...others]
