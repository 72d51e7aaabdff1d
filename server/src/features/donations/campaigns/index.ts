import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import { campaignRoutes } from './campaigns.routes.ts'
import { groupRoutes } from './group.routes.ts'

export { groupListEmail } from './group-list-email.ts'

export const campaignsFeature = ({ directory }: { readonly directory: Directory }): Feature => ({
  routes: [...campaignRoutes({ directory }), ...groupRoutes({ directory })],
})
