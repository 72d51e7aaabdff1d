/** A row of `donors` is a person of one organization, identified by address. A former address is a separate row. */

import { type Feature, toOwner } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { findOrganizationOfDonor } from './change.queries.ts'
import { donorRoutes } from './donors.routes.ts'
import { suppressionRoutes } from './suppressions/suppressions.routes.ts'

export { eraseOnRequest, type PrivacyRequest } from './erase-donor.ts'
export { exportOnRequest } from './export-donor.ts'
export { setDonorLanguage } from './set-donor-language.ts'
export { setEmailFrequency } from './set-email-frequency.ts'

type Dependencies = {
  readonly platform: Platform
  readonly directory: Directory
  readonly authenticators: Authenticators
}

export const donorsFeature = ({ platform, directory, authenticators }: Dependencies): Feature => ({
  routes: [...donorRoutes({ directory, authenticators }), ...suppressionRoutes(directory)],
  owners: {
    donor: async ([id]) => (id === undefined ? null : toOwner(await findOrganizationOfDonor(platform.database, id))),
  },
})
