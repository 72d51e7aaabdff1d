/** Nonprofits, school groups and chapters. A chapter belongs to one parent, whose members act in it with the same level. */
import type { Room } from '../../../platform/services/room.ts'
import { evaluateWaiting, setupQueue } from './evaluate-waiting.ts'
import { organizationRoutes } from './organizations.routes.ts'
import type { Rehearsing } from './rehearse-change.ts'

export { type AccessReader, createAccessReader } from './access.ts'
export { erasesAt, toldAt } from './erases-at.queries.ts'
export { setupQueue } from './evaluate-waiting.ts'
export { findFamilyIds, isOrganizationClosed, listOrganizationsOfUser } from './organizations.queries.ts'
export { logoAddress } from './present-organization.ts'
export { hasChapterNamed, lockOrganization } from './profile.queries.ts'
export { findUnmetSteps, readOrganization } from './read-organization.ts'
export { type Rehearsing, rehearsalTimeoutMs, rehearseEvaluation } from './rehearse-change.ts'
export { tellApart } from './tell-apart.ts'
export { findWhoGivesLevels } from './who-gives-levels.ts'

export const organizationsRoom = (given: Rehearsing): Room => ({
  routes: organizationRoutes(given),
  // May evaluate a donation twice after a crash, which has no effect.
  jobs: { [setupQueue]: (data, signal) => evaluateWaiting(given, data, signal) },
})
