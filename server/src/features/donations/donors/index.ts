/**
 * Donors and their staff pages. A row of `donors` is a person of one organization, identified by address. A former
 * address is a separate row that refers to the person's row.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import { ownerBy, type Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { findOrganizationOfDonor } from './change.queries.ts'
import { donorRoutes } from './donors.routes.ts'
import { suppressionRoutes } from './suppressions/suppressions.routes.ts'

export { type AtWish, eraseAtWish } from './erase-donor.ts'
export { copyAtWish } from './export-donor.ts'
export { sayHowManyMails } from './fewer-mails.ts'
export { sayLanguage } from './say-language.ts'

type Given = { readonly platform: Platform; readonly directory: Directory; readonly doors: Doors }

export const donorsRoom = ({ platform, directory, doors }: Given): Room => ({
  routes: [...donorRoutes({ directory, doors }), ...suppressionRoutes(directory)],
  owners: {
    donor: async ([id]) => (id === undefined ? null : ownerBy(await findOrganizationOfDonor(platform.database, id))),
  },
})
