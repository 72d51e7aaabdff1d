import { mails, organizations } from '@twofold/contract'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { changeOrganization } from './change-organization.ts'
import { notifeeRoutes } from './notifees.ts'
import { searchAllOrganizations } from './organizations.queries.ts'
import { readOrganization } from './read-organization.ts'
import { type Rehearsing, reviewChange } from './rehearse-change.ts'
import { tellApart } from './tell-apart.ts'

export const organizationRoutes = (rehearsing: Rehearsing): ServedRoute[] => [
  serve(organizations.getOrganization, readOrganization),

  serve(organizations.changeOrganization, async (call) => ({
    organization: await changeOrganization(call, together(call.query, call.body)),
  })),

  serve(mails.reviewChange, (call) => reviewChange(rehearsing, call, call.body)),

  ...notifeeRoutes,

  serve(organizations.searchOrganizations, async ({ platform, query }) => {
    const found = await acrossOrganizations(platform.database, (db) => searchAllOrganizations(db, query.term), {
      readOnly: true,
    })
    const names = tellApart(found)
    return { organizations: found.map(({ id, name, ein }) => ({ id, name: names.get(id) ?? name, ein })) }
  }),
]

/** The specification sends changes in the query; a JSON body is also accepted and takes precedence. */
const together = (
  query: organizations.ChangedFields,
  body: organizations.ChangedFields,
): organizations.ChangedFields => ({
  ...query,
  ...body,
})
