/**
 * Chapters of an organization: created by the parent, or joined with the agreement of both sides. They are billed to
 * the parent and accessible to its members with the same level. A chapter can leave with all of its data.
 */
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { AccessReader, Rehearsing } from '../../core/organizations/index.ts'
import { chapterRoutes } from './chapters.routes.ts'
import { chapterRequestRoutes } from './requests.routes.ts'

export { chapterLetters } from './letters.ts'

type Given = Rehearsing & {
  readonly access: AccessReader
  readonly directory: Directory
  /** Called after a change of a family. */
  readonly forgetAccess: () => void
}

export const chaptersRoom = (given: Given): Room => ({
  routes: [...chapterRoutes(given.access), ...chapterRequestRoutes(given.forgetAccess, given, given.directory)],
})
