/** Pages for which the operator of a portal is responsible: /privacy and /terms, from files in `DATA_DIR/pages`. */
import type { Room } from '../../../platform/services/room.ts'
import { serveOperatorPages } from './serve-operator-pages.ts'

export const operatorPagesRoom = (): Room => ({ pages: [serveOperatorPages] })
