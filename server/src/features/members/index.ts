/**
 * Who works in an organization, with which level. One admin always stays, except in a chapter, where the people of the
 * parent act too. A person who is removed is out within a second on every node.
 */
export { countInvitation, inviteMember } from './invite-member.ts'
export { memberRoutes } from './members.routes.ts'
