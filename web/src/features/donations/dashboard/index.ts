/** Where everybody lands: what stands open, what the gifts came to, and the setup until it is done. */

export { ChartCard, cellLook, rowHeadLook, tableLook } from './charts/chart-card.tsx'
export {
  formatMark,
  formatMeasure,
  formatOthers,
  formatSums,
  measureNames,
  measures,
} from './charts/figures.ts'
export { addBuckets, type Measure, scaleTo } from './charts/month-slots.ts'
