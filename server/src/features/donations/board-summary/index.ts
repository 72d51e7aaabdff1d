/** A one-page summary of some months for the board, rendered from the sums on request and not stored. */
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { boardSummaryRoutes } from './board-summary.routes.ts'

export const boardSummaryRoom = ({ doors }: { readonly doors: Doors }): Room => ({ routes: boardSummaryRoutes(doors) })
