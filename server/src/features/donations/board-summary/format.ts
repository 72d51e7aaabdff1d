import { type Currency, toUnits } from '@twofold/contract'
import type { SummaryAmounts } from './read-summary.ts'

export const moneyText = (cents: number, currency: Currency): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(toUnits(cents))
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : many}`
export const dayText = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`))

export const isUnchecked = ({ gifts, unchecked }: Pick<SummaryAmounts, 'gifts' | 'unchecked'>): boolean =>
  unchecked > 0 && unchecked === gifts
