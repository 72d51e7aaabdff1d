import { screens } from '@twofold/contract'
import type { Period } from '../periods/index.ts'
import { initialListState, writeListState } from './list-state.ts'

/** `status` is a quick filter or comma-separated ids; undefined lists all. The period `{}` means any date. */
export const donationsUrl = (status: string | undefined, period: Period): string => {
  const search = writeListState({ ...initialListState, status, period }).toString()
  return `${screens.donations}?${search}`
}

export const deadlinesUrl = (days: number): string =>
  `${screens.donations}?${writeListState({ ...initialListState, deadlineWithin: days, period: {} })}`

/** The donor opened an email at least a week ago and did not act. */
export const unansweredUrl = `${screens.donations}?${writeListState({ ...initialListState, unanswered: 'yes', period: {} })}`

export const matchUrl = (id: number): string => `${donationsUrl(undefined, {})}&match=${id}`

/** The specification's sidebar has an entry for donations only. */
export const donationTabs = [
  { label: 'Donations', to: screens.donations },
  { label: 'Donors', to: screens.donors },
  { label: 'Campaigns', to: screens.campaigns },
] as const
