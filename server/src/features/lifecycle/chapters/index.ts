/**
 * A chapter is created by the parent or joins with the agreement of both sides. The parent is billed, and its members
 * have access. A chapter leaves with all of its data.
 */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { AccessReader, PreviewServices } from '../../core/organizations/index.ts'
import { chapterRoutes } from './chapters.routes.ts'
import { chapterRequestRoutes } from './requests.routes.ts'

export { chapterEmails } from './chapter-emails.ts'

type ChaptersServices = PreviewServices & {
  readonly access: AccessReader
  readonly directory: Directory
  readonly forgetAccess: () => void
}

export const chaptersFeature = (services: ChaptersServices): Feature => ({
  routes: [
    ...chapterRoutes(services.access),
    ...chapterRequestRoutes(services.forgetAccess, services, services.directory),
  ],
})
