/**
 * Who works in an organization, with which level. One admin always stays, except in a chapter, where the people of the
 * parent act too. A person who is removed is out within a second on every node.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { AccessReader } from '../../core/organizations/index.ts'
import { memberRoutes } from './members.routes.ts'

export { countInvitation, inviteMember } from './invite-member.ts'
export { findSigner } from './members.queries.ts'

type Given = { readonly access: AccessReader; readonly forgetAccess: () => void }

export const membersRoom = ({ access, forgetAccess }: Given): Room => ({ routes: memberRoutes(access, forgetAccess) })
