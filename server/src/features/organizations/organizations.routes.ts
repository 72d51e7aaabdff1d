import { organizations } from '@twofold/contract'
import { acrossOrganizations, inTenant } from '../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { getOrganizationProfile, searchAllOrganizations } from './organizations.queries.ts'

export const organizationRoutes: ServedRoute[] = [
  serve(organizations.getOrganization, async ({ platform, tenant, level }) => {
    const profile = await inTenant(
      platform.database,
      tenant,
      (db) => getOrganizationProfile(db, tenant.organizationId),
      { readOnly: true },
    )
    return { ...profile, level }
  }),

  serve(organizations.searchOrganizations, async ({ platform, query }) => ({
    organizations: await acrossOrganizations(platform.database, (db) => searchAllOrganizations(db, query.term), {
      readOnly: true,
    }),
  })),
]
