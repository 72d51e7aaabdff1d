import type { Currency, campaignGroups, campaigns } from '@twofold/contract'
import { formatDay, formatMoney } from '../../../ui/format.ts'

type Campaign = campaigns.Campaign

/** Blank means the company's own terms; 0 means none. */

export const describeCompany = ({ company }: Pick<Campaign, 'company'>): string => company?.name ?? 'Every company'

export const formatRatio = ({ matchRatio }: Pick<Campaign, 'matchRatio'>): string => matchRatio || 'Company’s'

export const describeLimit = (limit: number | null, currency: Currency): string =>
  limit === null ? 'Company’s' : limit === 0 ? 'None' : formatMoney(limit, currency)

/** `None / $500.00` */
export const describeLimits = ({ minAmount, maxAmount }: Campaign, currency: Currency): string =>
  minAmount === null && maxAmount === null
    ? 'Company’s'
    : `${describeLimit(minAmount, currency)} / ${describeLimit(maxAmount, currency)}`

export const formatDays = ({ startDate, endDate }: Pick<Campaign, 'startDate' | 'endDate'>): string =>
  startDate === endDate ? formatDay(startDate) : `${formatDay(startDate)} – ${formatDay(endDate)}`

export const stateNames: Readonly<Record<Campaign['state'], string>> = {
  upcoming: 'Scheduled',
  running: 'Running',
  over: 'Ended',
  deleted: 'Deleted',
}

export const yesNo = (is: boolean): string => (is ? 'Yes' : 'No')

export const describeSums = ({ sums }: Pick<campaignGroups.WaitingList, 'sums'>): string =>
  sums
    .map(
      ({ amount, matched, currency }) =>
        `${formatMoney(amount, currency)} given, ${formatMoney(matched, currency)} in estimated matches`,
    )
    .join('; ')
