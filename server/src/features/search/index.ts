/** One box for everything: donors, matches and companies by their names. */
import { readInTenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import { donorsWith, matchesOf } from './search.queries.ts'
import { searchRoutes } from './search.routes.ts'

type Given = { readonly platform: Platform; readonly directory: Directory }

export const searchRoom = ({ platform: { database }, directory }: Given): Room => ({
  routes: searchRoutes(directory),
  usualReads: (tenant) => [
    () => readInTenant(database, tenant, donorsWith(tenant, 'Maria')),
    () => readInTenant(database, tenant, matchesOf(tenant, { id: 1, donors: [] })),
  ],
})
