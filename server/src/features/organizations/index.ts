/** Nonprofits, school groups and chapters. A chapter belongs to one parent, whose members act in it with the same level. */
export { type AccessReader, createAccessReader } from './access.ts'
export { setupQueue, startSetupWorker } from './judge-waiting.ts'
export { isOrganizationClosed, listOrganizationsOfUser } from './organizations.queries.ts'
export { organizationRoutes } from './organizations.routes.ts'
export { logoAddress } from './present-organization.ts'
export { lockOrganization } from './profile.queries.ts'
export { findUnmetSteps, readOrganization } from './read-organization.ts'
