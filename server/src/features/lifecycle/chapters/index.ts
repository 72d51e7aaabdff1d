/**
 * The chapters of an organization: made by the parent, or joined by agreement of both sides; billed to the parent, and open
 * to its people with their level there. A chapter can leave again, with everything that is its own.
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
  /** Somebody's family is another one now. */
  readonly forgetAccess: () => void
}

export const chaptersRoom = (given: Given): Room => ({
  routes: [...chapterRoutes(given.access), ...chapterRequestRoutes(given.forgetAccess, given, given.directory)],
})
