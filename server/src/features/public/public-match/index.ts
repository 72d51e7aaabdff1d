/**
 * Addresses are not verified here: a request stays unconfirmed until the donor, a file, an integration or staff confirm
 * it.
 */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import { serveMatchPage } from './match-page.ts'
import { publicMatchRoutes } from './public-match.routes.ts'

export { previewReportedGift, type ReportedGift, type ReportedGiftPreview, readGivingToken } from './reported-gift.ts'

export const publicMatchFeature = ({ directory }: { readonly directory: Directory }): Feature => ({
  routes: publicMatchRoutes(directory),
  pages: [serveMatchPage],
})
