/**
 * The chapters of an organization: made by the parent, or joined by agreement of both sides; billed to the parent, and open
 * to its people with their level there. A chapter can leave again, with everything that is its own.
 */
import type { Room } from '../../platform/room.ts'
import type { AccessReader } from '../organizations/index.ts'
import { chapterRoutes } from './chapters.routes.ts'
import { chapterRequestRoutes } from './requests.routes.ts'

export { chapterLetters } from './letters.ts'

type Given = {
  readonly access: AccessReader
  /** Somebody's family is another one now. */
  readonly forgetAccess: () => void
}

export const chaptersRoom = ({ access, forgetAccess }: Given): Room => ({
  routes: [...chapterRoutes(access), ...chapterRequestRoutes(forgetAccess)],
})
