import {
  donationColumns,
  type donations,
  keyOfHeader,
  listLayouts,
  type organizations,
  reservedKeys,
} from '@twofold/contract'
import { describeValue, genericTableColumns } from '../generic-columns.ts'

export type Column = { readonly id: string; readonly label: string; readonly width: number }

/** Contains the row's link, so it is always visible. */
export const linkColumn = 'donor_name'

export const minColumnWidth = 60
export const maxColumnWidth = 800
export const clampWidth = (width: number): number =>
  Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)))

const defaultWidth = 150
const widths: Readonly<Partial<Record<listLayouts.ListColumn, number>>> = {
  donated_at: 128,
  donor_name: 190,
  amount: 124,
  company_name: 180,
  organization: 180,
  status: 240,
  id: 104,
  transaction_id: 160,
  donor_email: 220,
  inert: 140,
  silenced: 110,
  recurring_id: 130,
  gift_kind: 140,
  payment_state: 200,
  received: 124,
  received_day: 160,
  deadline_day: 128,
}

const isListColumn = (id: string): id is listLayouts.ListColumn =>
  listLayouts.listColumns.some((column) => column === id)

const labelOf = (id: listLayouts.ListColumn): string => donationColumns[id].label

type OrganizationFields = Pick<organizations.Organization, 'custom' | 'children'>

export const isMoneyColumn = (id: string): boolean => id === 'amount' || id === 'matched' || id === 'received'

export function columnsOf({ custom, children }: OrganizationFields): readonly Column[] {
  const own = listLayouts.listColumns
    .filter((id) => id !== 'organization' || children.length > 0)
    .map((id) => ({ id, label: labelOf(id), width: widths[id] ?? defaultWidth }))
  const fields = new Map(custom.donation_fields.map((name) => [keyOfHeader(name), name]))
  const namedFields = [...fields]
    .filter(([key]) => key !== '' && !reservedKeys.includes(key))
    .map(([key, label]) => ({ id: `custom.${key}`, label, width: defaultWidth }))
  const later = genericTableColumns.map((id) => ({ id, label: donationColumns[id].label, width: defaultWidth }))
  return [...own, ...later, ...namedFields]
}

const isFirst = (id: string): boolean => listLayouts.defaultColumns.some((first) => first === id)

export function shownColumns(all: readonly Column[], chosen: readonly string[] | null): readonly Column[] {
  return all.filter(({ id }) => id === linkColumn || (chosen === null ? isFirst(id) : chosen.includes(id)))
}

export const missingColumns = (all: readonly Column[], chosen: readonly string[] | undefined): readonly string[] =>
  (chosen ?? [])
    .filter((id) => !isListColumn(id) && !all.some((column) => column.id === id))
    .map((id) => id.replace(/^custom\./, '').replaceAll('_', ' '))

export function cellText(id: string, donation: donations.Donation): string {
  if (id.startsWith('custom.')) {
    const value = donation.custom[id.slice('custom.'.length)]
    if (value === null || value === undefined) return ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  const cells = { ...donation, donor_email: donation.donor.email }
  if (isListColumn(id)) return describeValue(id, cells)
  const other = genericTableColumns.find((name) => name === id)
  return other ? describeValue(other, cells) : ''
}
