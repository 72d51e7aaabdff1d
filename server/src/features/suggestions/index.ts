/**
 * "Suggest a correction": what nonprofits and donors say is wrong in the directory of companies. It waits until our support
 * has looked at it beside the source; whoever suggested it is told what became of it.
 */
import type { Room } from '../../platform/room.ts'
import { suggestionRoutes } from './suggestions.routes.ts'

export { recordSuggestion } from './record-suggestion.ts'
export { suggestionLetter } from './suggestion-letter.ts'
export { countSuggestions } from './suggestions.queries.ts'

export const suggestionsRoom = (): Room => ({ routes: suggestionRoutes })
