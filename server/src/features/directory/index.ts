/**
 * The company directory: changes by super users (`editor/`), one company at a time or with a file (`files/`), PDF forms of
 * companies (`company-forms/`), unrecognized employers (`review/`), suggested corrections (`suggestions/`), and policies that hold
 * for one organization only (`own-policies/`). `companies/` is the read side, which evaluating matches needs.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import type { FileReader } from '../imports/index.ts'
import { passedAtOnce, passTime } from '../matches/index.ts'
import { companyFormRoutes } from './company-forms/forms.routes.ts'
import { directoryRoutes } from './editor/directory.routes.ts'
import { lookAtWaiting } from './editor/look-at-waiting.ts'
import { moveGifts, movingQueue } from './editor/move-gifts.ts'
import { newsQueue, type ReviewChange, reviewing, waitingQueue } from './editor/record-change.ts'
import { directoryFileRoutes } from './files/directory-files.routes.ts'
import { ownPolicyRoutes } from './own-policies/own-policies.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { reviewQueue, runResolution } from './review/run-resolution.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'

export { keepForm, placeForm } from './company-forms/change-form.ts'
export { askedOn, type FormValues, fillForm, stamp } from './company-forms/fill-form.ts'
export { findForm, type StoredForm } from './company-forms/forms.queries.ts'
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
    ...companyFormRoutes,
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

/** All that is due, in steps of passing time; may run beside it and again. */
async function lookAtNews(platform: Platform, directory: Directory, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await passTime(platform, directory)) < passedAtOnce) return
  }
}
