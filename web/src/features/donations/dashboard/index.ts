export {
  ChartCard,
  cellClasses as cellLook,
  linkClasses as linkLook,
  rowHeaderClasses as rowHeadLook,
  tableClasses as tableLook,
} from './charts/chart-card.tsx'
export {
  formatAllCurrencies,
  formatAxisTick,
  formatMeasure,
  formatOtherCurrencies,
  formatSums,
  measureNames,
  measures,
} from './charts/figures.ts'
export { addBuckets, axisTicks, type Measure } from './charts/month-slots.ts'
export { readOverviewPeriod, writeOverviewPeriod } from './overview-period.ts'
