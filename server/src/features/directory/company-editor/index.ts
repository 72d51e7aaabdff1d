/**
 * Changes by super users (`editor/`, `files/`), unrecognized employers (`review/`), suggested corrections
 * (`suggestions/`), and policies of one organization (`own-policies/`).
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../../donations/file-reading/index.ts'
import { applyTimeTransitions, timeTransitionBatchSize } from '../../matches/matches/index.ts'
import { giftsQueue, reevaluationQueue } from '../changes/index.ts'
import { directoryRoutes } from './editor/directory.routes.ts'
import { processGifts } from './editor/process-gifts.ts'
import { directoryFileRoutes } from './files/directory-files.routes.ts'
import { ownPolicyRoutes } from './own-policies/own-policies.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { resolutionQueue, runResolution } from './review/run-resolution.ts'
import { suggestionRoutes } from './suggestions/suggestions.routes.ts'

export { resolutionUndo } from './review/run-resolution.ts'
export { recordSuggestion, suggestionEmail } from './suggestions/record-suggestion.ts'

type Dependencies = {
  readonly platform: Platform
  readonly directory: Directory
  readonly reader: FileReader
}

export const directoryFeature = ({ platform, directory, reader }: Dependencies): Feature => ({
  routes: [
    ...directoryRoutes(directory),
    ...directoryFileRoutes(reader, directory),
    ...reviewRoutes(directory),
    ...suggestionRoutes,
    ...ownPolicyRoutes(directory),
  ],
  jobs: {
    [reevaluationQueue]: (_data, signal) => applyDueTransitions(platform, directory, signal),
    [giftsQueue]: (data, signal) => processGifts({ platform, directory }, data, signal),
    // queued before an update
    'directory-waiting': (data, signal) => processGifts({ platform, directory }, data, signal),
    [resolutionQueue]: (data, signal) => runResolution({ platform, directory }, data, signal),
  },
})

async function applyDueTransitions(platform: Platform, directory: Directory, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await applyTimeTransitions(platform, directory)) < timeTransitionBatchSize) return
  }
}
