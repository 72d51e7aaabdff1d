/** Dashboard: open tasks, gift totals, and the setup steps until they are complete. */

export { ChartCard, cellLook, rowHeadLook, tableLook } from './charts/chart-card.tsx'
export {
  formatAxisTick,
  formatMeasure,
  formatOtherCurrencies,
  formatSums,
  measureNames,
  measures,
} from './charts/figures.ts'
export { addBuckets, axisTicks, type Measure } from './charts/month-slots.ts'
