/** One page for the board: what the gifts of some months came to, made from the sums when it is asked for, kept nowhere. */
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { boardSummaryRoutes } from './board-summary.routes.ts'

export const boardSummaryRoom = ({ doors }: { readonly doors: Doors }): Room => ({ routes: boardSummaryRoutes(doors) })
