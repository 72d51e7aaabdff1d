import { mails, organizations } from '@twofold/contract'
import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { changeOrganization } from './change-organization.ts'
import { disambiguateNames } from './disambiguate-names.ts'
import { notifeeRoutes } from './notifees.ts'
import { searchAllOrganizations } from './organizations.queries.ts'
import { type PreviewServices, reviewChange } from './preview-change.ts'
import { readOrganization } from './read-organization.ts'

export const organizationRoutes = (services: PreviewServices): ServedRoute[] => [
  serve(organizations.getOrganization, readOrganization),

  serve(organizations.changeOrganization, async (call) => ({
    organization: await changeOrganization(call, mergeChanges(call.query, call.body)),
  })),

  serve(mails.reviewOrganizationChange, (call) => reviewChange(services, call, call.body)),

  ...notifeeRoutes,

  serve(organizations.searchOrganizations, async ({ platform, query }) => {
    const found = await acrossOrganizations(readOnly(platform.database), (db) => searchAllOrganizations(db, query.term))
    const names = disambiguateNames(found)
    return { organizations: found.map(({ id, name, ein }) => ({ id, name: names.get(id) ?? name, ein })) }
  }),
]

/** The specification sends changes in the query; a JSON body takes precedence. */
const mergeChanges = (
  query: organizations.ChangedFields,
  body: organizations.ChangedFields,
): organizations.ChangedFields => ({
  ...query,
  ...body,
})
