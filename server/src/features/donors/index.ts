/**
 * Donors: the people who gave, as the staff know them. A row of `donors` is a person of one organization, found by their
 * address; a former address is a row of its own that leads to them.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import { findOrganizationOfDonor } from './change.queries.ts'
import { donorRoutes } from './donors.routes.ts'

type Given = { readonly platform: Platform; readonly directory: Directory }

export const donorsRoom = ({ platform, directory }: Given): Room => ({
  routes: donorRoutes({ directory }),
  owners: { donor: async ([id]) => (id === undefined ? null : findOrganizationOfDonor(platform.database, id)) },
})
