import { screens } from '@twofold/contract'
import { initialListState, writeListState } from './list-state.ts'
import type { Period } from './period/periods.ts'

/**
 * Where the gifts behind a number are listed: the same filter, the same days, so the same count. The status is a quick
 * filter or ids divided by commas; without one the list shows all, and the period `{}` is any date.
 */
export const donationsAddress = (status: string | undefined, period: Period): string => {
  const search = writeListState({ ...initialListState, status, period }).toString()
  return `${screens.donations}?${search}`
}

/** The open matches whose deadline passes within so many days. */
export const deadlinesAddress = (days: number): string =>
  `${screens.donations}?${writeListState({ ...initialListState, deadlineWithin: days, period: {} })}`

/** The same list with one match open in front of it. */
export const matchAddress = (id: number): string => `${donationsAddress(undefined, {})}&match=${id}`
