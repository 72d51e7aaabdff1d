/** A chapter belongs to one parent, whose members act in it with the same level. */
import type { Feature } from '../../../platform/services/feature.ts'
import { evaluateWaiting, setupQueue } from './evaluate-waiting.ts'
import { organizationRoutes } from './organizations.routes.ts'
import type { PreviewServices } from './preview-change.ts'

export { type AccessReader, createAccessReader } from './access.ts'
export { describeAdministrators } from './describe-administrators.ts'
export { disambiguateNames } from './disambiguate-names.ts'
export { erasesAt, notifiedAt } from './erases-at.queries.ts'
export { setupQueue } from './evaluate-waiting.ts'
export { recipientsOf } from './notifees.queries.ts'
export { findFamilyIds, isOrganizationClosed, listOrganizationsOfUser } from './organizations.queries.ts'
export { logoAddress } from './present-organization.ts'
export { type PreviewServices, previewEvaluation, previewTimeoutMs } from './preview-change.ts'
export { hasChapterNamed, lockOrganization } from './profile.queries.ts'
export { findIncompleteSteps, readOrganization } from './read-organization.ts'

export const organizationsFeature = (services: PreviewServices): Feature => ({
  routes: organizationRoutes(services),
  // A second evaluation after a crash has no effect.
  jobs: { [setupQueue]: (data, signal) => evaluateWaiting(services, data, signal) },
})
