/**
 * A company's policy as the staff of an organization work with it: its facts with their sources, its versions, and what
 * they know better, which holds for them and their chapters alone and never enters the directory.
 */
import type { Room } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import { ownPolicyRoutes } from './own-policies.routes.ts'

export const policiesRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: ownPolicyRoutes(directory),
})
