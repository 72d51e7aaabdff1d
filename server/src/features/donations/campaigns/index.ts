/** Campaigns: an organization's own matching terms for a period. The matches feature applies them. */
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { campaignRoutes } from './campaigns.routes.ts'
import { groupRoutes } from './group.routes.ts'

export { groupLetter } from './group-letter.ts'

export const campaignsRoom = ({ directory }: { readonly directory: Directory }): Room => ({
  routes: [...campaignRoutes({ directory }), ...groupRoutes({ directory })],
})
