import {
  type ColumnIn,
  type ComputedColumn,
  type Currency,
  columnsIn,
  donationColumns,
  kindOf,
} from '@twofold/contract'
import { formatDateTime, formatDay, formatMoney } from '../../../ui/format.ts'

type Shown = ColumnIn<'table'> | ColumnIn<'more'> | ColumnIn<'facts'>

/** A column missing both here and in the kinds fails to compile. */
const drawnInTable = {
  donated_at: true,
  amount: true,
  status: true,
  donor_name: true,
  company_name: true,
  organization: true,
} as const satisfies Partial<Record<ColumnIn<'table'>, true>> & Record<Extract<ColumnIn<'table'>, ComputedColumn>, true>

const drawnInFacts = {
  id: true,
  transaction_id: true,
  donated_at: true,
  amount: true,
  matched: true,
  status: true,
  donor: true,
  company: true,
  organization: true,
  inert: true,
  silenced: true,
  recurring_id: true,
  payment_state: true,
  received: true,
  merged_into_id: true,
} as const satisfies Partial<Record<ColumnIn<'facts'>, true>> & Record<Extract<ColumnIn<'facts'>, ComputedColumn>, true>

export const genericTableColumns = columnsIn('table').filter((id) => !Object.hasOwn(drawnInTable, id))
const moreInFacts = columnsIn('facts').filter((id) => !Object.hasOwn(drawnInFacts, id))

type Cells = Readonly<Partial<Record<Shown, unknown>>> & { readonly currency: Currency }

/** 0 means that a payout did not report the gift's amount. */
export const formatDonationAmount = (amount: number, currency: Currency): string =>
  amount === 0 ? 'Unknown' : formatMoney(amount, currency)

/** '' if there is no value, or only the default. */
export function describeValue(id: Shown, cells: Cells): string {
  const column = donationColumns[id]
  const value = cells[id]
  if (value === null || value === undefined || value === '') return ''
  if ('target' in column && value === column.target.blank) return ''
  switch (kindOf(id)) {
    case 'money':
      return id === 'amount'
        ? formatDonationAmount(Number(value), cells.currency)
        : formatMoney(Number(value), cells.currency)
    case 'flag':
      return value === true ? 'Yes' : 'No'
    case 'day':
      return formatDay(String(value))
    case 'moment':
      return formatDateTime(String(value))
    case 'choice':
      return ('choices' in column && Object.entries(column.choices).find(([choice]) => choice === value)?.[1]) || ''
    default:
      return String(value)
  }
}

export const genericFacts = (cells: Cells): [label: string, value: string][] =>
  moreInFacts
    .map((id): [string, string] => [donationColumns[id].label, describeValue(id, cells)])
    .filter(([, value]) => value !== '')
