import { donations, type reportMailings, type reports, reports as said } from '@twofold/contract'
import { findStatus, isQuickFilter, quickFilters } from '@twofold/matching'
import { formatCount, formatDay } from '../../../ui/format.ts'
import { type ListOnlyFilter, listOnlyFilterNames } from '../donations/index.ts'
import { formatMonth } from '../periods/index.ts'

export const groupingNames: Readonly<Record<reports.Grouping, string>> = {
  company: 'Company',
  month: 'Month of the gift',
  campaign: 'Campaign of the gift',
  chapter: 'Organization',
  status: 'Status',
  platform: 'Online portal',
  received: 'Month of the payment',
  deadline: 'Week of the deadline',
}

export function describeGroup(by: reports.Grouping, { key, label }: { readonly key: string; readonly label: string }) {
  if (key !== '' && (by === 'month' || by === 'received')) return formatMonth(`${key}-01`)
  return key !== '' && by === 'deadline' ? `Week of ${formatDay(key)}` : label
}

/** An open range if one end is missing; `Any` without both. */
export function formatDays({
  date_from,
  date_to,
  last_days,
}: Pick<reports.ReportFilters, 'date_from' | 'date_to' | 'last_days'>): string {
  if (last_days !== undefined) return `Last ${last_days} days`
  const from = date_from > said.anyDateRange.from ? formatDay(date_from) : null
  const to = date_to < said.anyDateRange.to ? formatDay(date_to) : null
  if (from && to) return `${from} to ${to}`
  if (from) return `From ${from}`
  return to ? `Through ${to}` : 'Any'
}

export const paymentNames: Readonly<Record<donations.PaymentState, string>> = {
  expected: 'Expected from the company',
  part_paid: 'Partly paid',
  paid: 'Paid',
  refused: 'Refused by the company',
}

export function describeStatus(status: string): string {
  if (isQuickFilter(status)) return quickFilters[status].label
  return (donations.statusesOfFilter(status) ?? []).map((id) => findStatus(id)?.label ?? id).join(', ')
}

export function describeFilters(
  filters: reports.ReportFilters,
  organizationOf: (id: number) => string,
  company: string,
): string[] {
  const { status, paymentState, campaign, deadlineWithin, employerKnown, minEstimated, organizationId } = filters
  const states = paymentState ? (donations.paymentStatesOfFilter(paymentState) ?? []) : []
  const texts = said.filteredColumns.flatMap((name) => {
    const text = filters[name]
    return text ? [`${said.labelOfColumn(name)}: ${text}`] : []
  })
  return [
    ...texts,
    ...(status ? [`Status: ${describeStatus(status)}`] : []),
    ...(states.length > 0 ? [`Payment: ${states.map((state) => paymentNames[state]).join(', ')}`] : []),
    ...(campaign ? [`Campaign: ${campaign}`] : []),
    ...(deadlineWithin ? [`Deadline within ${deadlineWithin} days`] : []),
    ...(employerKnown ? [employerKnown === 'yes' ? 'Employer known' : 'Employer unknown'] : []),
    ...(minEstimated ? [`Estimated match ${minEstimated} or more`] : []),
    ...(filters.companyId ? [`Company: ${company || 'one in the directory'}`] : []),
    ...(organizationId ? [`Organization: ${organizationOf(organizationId)}`] : []),
    ...listOnlyFilterNames.flatMap((name) => (filters[name] === undefined ? [] : [describeListFilter(name, filters)])),
    ...(filters.include_inert === 1 ? ['With external matches'] : []),
  ]
}

export function describeListFilter(name: ListOnlyFilter, filters: Pick<reports.ReportFilters, ListOnlyFilter>): string {
  switch (name) {
    case 'donorNameEmail':
      return `Donor name or email: ${filters.donorNameEmail}`
    case 'campaignKnown':
      return filters.campaignKnown === 'yes' ? 'For a campaign' : 'No campaign'
    case 'campaignId':
      return 'One match campaign'
    case 'unconfirmed':
      return 'Unconfirmed requests'
    case 'withinYear':
      return filters.withinYear === 'paid'
        ? 'Paid in the last 12 months, after being submitted'
        : 'Submitted in the last 12 months'
    case 'unanswered':
      return 'Donor opened an email and didn’t act'
    case 'importId':
      return 'From one upload'
    case 'donorId':
      return 'One donor’s gifts'
  }
}

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const frequencyNames: Readonly<Record<reportMailings.MailingFrequency, string>> = {
  weekly: 'Every week',
  monthly: 'Every month',
}

/** `Every week on Monday`, `Every month on day 15` */
export const describeFrequency = ({ frequency, day }: Pick<reportMailings.Mailing, 'frequency' | 'day'>): string =>
  `${frequencyNames[frequency]} on ${frequency === 'weekly' ? (weekdays[day - 1] ?? weekdays[0]) : `day ${day}`}`

/** The files contain gifts, not the sums on the screen. */
export function describeFiles(gifts: number): string {
  if (gifts === 0) return 'No gifts match, so the file has no rows.'
  if (gifts === 1) return 'The file has one row.'
  return `The file has ${formatCount(gifts)} rows, one for each gift.`
}
