import { billing } from '@twofold/contract'
import { formatMoney, plural } from '../../../ui/format.ts'

type Plan = billing.BillingPlan

/** `$20 a month`, `5% of eligible matches` */
export function describePrice({ basis, monthly, percent }: Plan, currency: billing.Billing['currency']): string {
  if (basis === 'estimate') return `${percent}% of eligible matches`
  if (basis === 'received') return `${percent}% of money received`
  return monthly === 0 ? 'Free' : `${formatMoney(monthly, currency).replace(/\.00$/, '')} a month`
}

export function planSentence({ basis, monthly }: Plan): string {
  if (basis === 'estimate') {
    return 'Charged once per match, on the estimate, when the match becomes eligible. You get a credit if it turns out not to be.'
  }
  if (basis === 'received') return 'Charged only when a company pays a match. No payment, no fee.'
  return monthly === 0 ? 'No fee per match.' : 'One flat price. No fee per match.'
}

/** A monthly plan charges the rest of its price for the current month. */
export function describePlanStart(
  { monthly }: Plan,
  { this_month, currency }: Pick<billing.Billing, 'this_month' | 'currency'>,
) {
  if (monthly === 0) return ' and applies to new matches.'
  const month = this_month.find((entry) => entry.currency === currency)
  const alreadyBilled = month?.for_plan ?? 0
  if (alreadyBilled >= monthly) {
    return `. You’ll pay nothing more this month: ${formatMoney(alreadyBilled, currency)} was already billed for your plan.`
  }
  return alreadyBilled === 0
    ? `. This month costs the full ${formatMoney(monthly, currency)}.`
    : `. This month costs ${formatMoney(monthly - alreadyBilled, currency)} more: ${formatMoney(alreadyBilled, currency)} was already billed for your plan.`
}

/** `$20.00 for the plan, 3 matches, $1.50 credited`; blank without charges. */
export function describeUsage({
  currency,
  billed,
  credited,
  for_plan,
  matches,
}: billing.Billing['this_month'][number]): string {
  const parts = [
    ...(for_plan > 0 ? [`${formatMoney(for_plan, currency)} for the plan`] : []),
    ...(billed > for_plan ? [plural(matches, 'match', 'matches')] : []),
    ...(credited > 0 ? [`${formatMoney(credited, currency)} credited`] : []),
  ]
  return parts.join(', ')
}

/** A later line brings the total of the earlier lines up to its share. */
export function describeShare(line: billing.InvoiceLine, currency: billing.Billing['currency']): string {
  const { percent, based_on } = line
  if (percent === null || based_on === null || based_on === 0) return ''
  const share = `${percent}% of ${formatMoney(based_on, currency)}`
  return billing.isCompleteShare(line) ? share : `to make ${share}`
}

const months = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long' })

/** `June 2026`, from the first day of the month */
export const formatMonth = (month: string): string => months.format(new Date(month))

export const stateLabels = { open: 'Open', paid: 'Paid', overdue: 'Overdue', credit: 'Credit' } as const

export const stateClasses = {
  open: 'bg-awaiting-soft text-awaiting-text',
  paid: 'bg-submitted-soft text-submitted-text',
  overdue: 'bg-problem-soft text-problem-text',
  credit: 'bg-closed-soft text-closed-text',
} as const
