/**
 * The company directory: changes by super users (`editor/`), one company at a time or with a file (`files/`),
 * unrecognized employers (`review/`), suggested corrections (`suggestions/`), and policies of one organization
 * (`own-policies/`).
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../../donations/imports/index.ts'
import { passedAtOnce, passTime } from '../../matches/matches/index.ts'
import { directoryRoutes } from './editor/directory.routes.ts'
import { lookAtWaiting } from './editor/look-at-waiting.ts'
import { moveGifts, movingQueue } from './editor/move-gifts.ts'
import { newsQueue, type ReviewChange, reviewing, waitingQueue } from './editor/record-change.ts'
import { directoryFileRoutes } from './files/directory-files.routes.ts'
import { ownPolicyRoutes } from './own-policies/own-policies.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { reviewQueue, runResolution } from './review/run-resolution.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'

export { type By, recordChange } from './editor/record-change.ts'
export { undoOfResolution } from './review/run-resolution.ts'
export { recordSuggestion, suggestionLetter } from './suggestions/record-suggestion.ts'

type Given = {
  readonly platform: Platform
  readonly directory: Directory
  readonly reader: FileReader
  readonly reviewDirectoryChange: ReviewChange
}

export const directoryRoom = ({ platform, directory, reader, reviewDirectoryChange }: Given): Room => ({
  routes: [
    ...directoryRoutes(reviewing(platform, reviewDirectoryChange)),
    ...directoryFileRoutes(reader, reviewDirectoryChange),
    ...reviewRoutes(directory),
    ...suggestionRoutes,
    ...ownPolicyRoutes(directory),
  ],
  jobs: {
    [newsQueue]: (_data, signal) => lookAtNews(platform, directory, signal),
    [waitingQueue]: (data, signal) => lookAtWaiting({ platform, directory }, data, signal),
    [movingQueue]: (data, signal) => moveGifts({ platform, directory }, data, signal),
    [reviewQueue]: (data, signal) => runResolution({ platform, directory }, data, signal),
  },
})

/** Evaluates all due matches with the scheduler's steps; may run concurrently and repeatedly. */
async function lookAtNews(platform: Platform, directory: Directory, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await passTime(platform, directory)) < passedAtOnce) return
  }
}
