export { addDays, type Day, formatMonth, isDay } from './days.ts'
export { PeriodPicker } from './period-picker.tsx'
export {
  type ClosedPeriod,
  defaultListPeriod,
  defaultOverviewPeriod,
  formatPeriod,
  isSamePeriod,
  type Period,
  presetOf,
} from './periods.ts'
