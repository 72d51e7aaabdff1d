/**
 * Members of an organization and their levels. At least one admin always remains, except in a chapter, which the
 * parent's members can manage. A removed person loses access on every node within a second.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { AccessReader } from '../../core/organizations/index.ts'
import { memberRoutes } from './members.routes.ts'

export { countInvitation, inviteMember } from './invite-member.ts'
export { findSigner } from './members.queries.ts'

type Given = { readonly access: AccessReader; readonly forgetAccess: () => void }

export const membersRoom = ({ access, forgetAccess }: Given): Room => ({ routes: memberRoutes(access, forgetAccess) })
