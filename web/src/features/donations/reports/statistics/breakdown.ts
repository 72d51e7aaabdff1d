import { donations, linkTo, type outlook, screens } from '@twofold/contract'
import { formatMonth } from '../../periods/index.ts'

export const breakdownNames: Readonly<Record<outlook.Breakdown, string>> = {
  company: 'Company',
  month: 'Month of the gift',
  campaign: 'Campaign',
  chapter: 'Organization',
}

export type StatisticsPeriod = 'ever' | 'this_year' | 'last_year' | 'twelve_months'
export const periodNames = (today: string): Readonly<Record<StatisticsPeriod, string>> => ({
  ever: 'Any date',
  this_year: 'This year',
  last_year: 'Last year',
  twelve_months: `Since ${formatMonth(`${periodOf('twelve_months', today).from}-01`)}`,
})

export const statisticsPeriods: readonly StatisticsPeriod[] = ['this_year', 'last_year', 'twelve_months', 'ever']

type Months = { readonly from?: string; readonly to?: string }

/** The sums have no finer resolution than months. `today` is in the organization's time zone. */
export function periodOf(period: StatisticsPeriod, today: string): Months {
  const year = Number(today.slice(0, 4))
  switch (period) {
    case 'ever':
      return {}
    case 'this_year':
      return { from: `${year}-01`, to: today.slice(0, 7) }
    case 'last_year':
      return { from: `${year - 1}-01`, to: `${year - 1}-12` }
    case 'twelve_months':
      return { from: donations.withinYearSince(new Date(today)).slice(0, 7) }
  }
}

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)

const datesOf = ({ from, to }: Months) =>
  from || to ? { from: from && `${from}-01`, to: to && lastDayOf(to) } : { dates: 'any' }

export const donationsUrlOfMonths = (months: Months): string => linkTo(screens.donations, datesOf(months))

export function donationsUrlOfPart(by: outlook.Breakdown, key: string, months: Months): string {
  const dates = datesOf(months)
  switch (by) {
    case 'company':
      return linkTo(screens.donations, { ...dates, ...(key === '' ? { employer: 'no' } : { companyId: key }) })
    case 'month':
      return linkTo(screens.donations, { from: `${key}-01`, to: lastDayOf(key) })
    case 'campaign':
      return linkTo(screens.donations, { ...dates, ...(key === '' ? { withCampaign: 'no' } : { campaign: key }) })
    case 'chapter':
      return linkTo(screens.donations, { ...dates, org: key })
  }
}

export const nameOf = (by: outlook.Breakdown, { key, label }: { readonly key: string; readonly label: string }) =>
  by === 'month' ? formatMonth(`${key}-01`) : label
