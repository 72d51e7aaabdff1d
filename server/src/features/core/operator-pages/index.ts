/** Pages that the people who run a portal answer for, not the product: /privacy and /terms, from files in `DATA_DIR/pages`. */
import type { Room } from '../../../platform/services/room.ts'
import { serveOperatorPages } from './serve-operator-pages.ts'

export const operatorPagesRoom = (): Room => ({ pages: [serveOperatorPages] })
