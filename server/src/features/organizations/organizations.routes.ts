import { organizations } from '@twofold/contract'
import { acrossOrganizations, inTenant } from '../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { changeOrganization } from './change-organization.ts'
import { searchAllOrganizations } from './organizations.queries.ts'
import { presentOrganization } from './present-organization.ts'
import { getOrganizationRow } from './profile.queries.ts'

export const organizationRoutes: ServedRoute[] = [
  serve(organizations.getOrganization, async ({ platform, tenant, level }) => {
    const row = await inTenant(platform.database, tenant, (db) => getOrganizationRow(db, tenant.organizationId), {
      readOnly: true,
    })
    return presentOrganization(row, level)
  }),

  serve(organizations.changeOrganization, async (call) => ({
    organization: await changeOrganization(call, together(call.query, call.body)),
  })),

  serve(organizations.searchOrganizations, async ({ platform, query }) => ({
    organizations: await acrossOrganizations(platform.database, (db) => searchAllOrganizations(db, query.term), {
      readOnly: true,
    }),
  })),
]

/** The spec writes changes into the query; JSON is taken as well and wins. */
const together = (
  query: organizations.ChangedFields,
  body: organizations.ChangedFields,
): organizations.ChangedFields => ({
  ...query,
  ...body,
})
