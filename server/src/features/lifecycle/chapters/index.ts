/**
 * Chapters of an organization: created by the parent, or joined with the agreement of both sides. They are billed to
 * the parent and accessible to its members with the same level. A chapter can leave with all of its data.
 */
import type { Feature } from '../../../platform/services/feature.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { AccessReader, RehearsalServices } from '../../core/organizations/index.ts'
import { chapterRoutes } from './chapters.routes.ts'
import { chapterRequestRoutes } from './requests.routes.ts'

export { chapterEmails } from './chapter-emails.ts'

type Given = RehearsalServices & {
  readonly access: AccessReader
  readonly directory: Directory
  /** Called after a change of a family. */
  readonly forgetAccess: () => void
}

export const chaptersFeature = (given: Given): Feature => ({
  routes: [...chapterRoutes(given.access), ...chapterRequestRoutes(given.forgetAccess, given, given.directory)],
})
