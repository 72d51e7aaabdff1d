/** Dashboard: open tasks, gift totals, and the setup steps until they are complete. */

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
