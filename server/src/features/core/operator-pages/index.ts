/** Pages for which the operator of a portal is responsible: /privacy and /terms, from files in `DATA_DIR/pages`. */
import type { Feature } from '../../../platform/services/feature.ts'
import { serveOperatorPages } from './serve-operator-pages.ts'

export const operatorPagesFeature = (): Feature => ({ pages: [serveOperatorPages] })
