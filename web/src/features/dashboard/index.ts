/** Where everybody lands: what stands open, what the gifts came to, and the setup until it is done. */

import { screens } from '@twofold/contract'
import type { ScreenRoute } from '../../shell/screen-route.ts'

export const routes: readonly ScreenRoute[] = [
  { path: screens.dashboard, frame: 'portal', load: () => import('./dashboard-screen.tsx') },
]

export { ChartCard, cellLook, rowHeadLook, tableLook } from './charts/chart-card.tsx'
export { formatMark, formatMeasure, formatOthers, isMeasure, measureNames, measures } from './charts/figures.ts'
export { addBuckets, type Measure, scaleTo } from './charts/month-slots.ts'
