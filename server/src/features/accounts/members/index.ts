/** At least one admin remains, except in a chapter. A removed person loses access on every node within a second. */
import type { Feature } from '../../../platform/services/feature.ts'
import type { AccessReader } from '../../core/organizations/index.ts'
import { memberRoutes } from './members.routes.ts'

export { inviteMember, limitInvitations } from './invite-member.ts'
export { findSigner } from './members.queries.ts'

type MembersServices = { readonly access: AccessReader; readonly forgetAccess: () => void }

export const membersFeature = ({ access, forgetAccess }: MembersServices): Feature => ({
  routes: memberRoutes(access, forgetAccess),
})
