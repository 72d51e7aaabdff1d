import { parseTypedAmount } from '@twofold/matching'
import { z } from 'zod'
import { wireDay } from '../../shared/wire.ts'
import { type ColumnIn, columnsIn, donationColumns, reservedKeys } from '../donation-columns.ts'
import { donationFilters } from '../donations.ts'

export const reportMessages = {
  name: 'Report name is required',
  longName: 'A name has at most 120 characters',
  columns: 'You must select at least one column',
  unknownColumn: 'One of these columns isn’t available. Choose from the list.',
  amount: 'Use an amount like 25, >25, <=100 or 25-100',
  unreadable: 'That text has a character we can’t save.',
  days: 'The first day must not be after the last',
  share: 'Only members with write access can share reports. Save it for yourself instead.',
  notYours: 'Only the person who made a shared report, or an administrator, can change it. Make a copy instead.',
  tooMany: 'You can have up to 150 reports of your own, and 150 shared. Delete one you no longer need.',
  late: 'It’s too late to restore this report.',
  slow: 'This report is too large to show here. Narrow the dates or filters, or download it.',
  loadFailed: 'Failed to load reports',
  saveFailed: 'Failed to save report',
  deleteFailed: 'Failed to delete report',
  downloadFailed: 'Failed to download report',
  saved: 'Report saved',
  deleted: 'Report deleted',
  downloadStarted: 'Download started',
} as const

export const maxReportColumns = 60

/** Shown as Any. */
export const anyDateRange = { from: '2000-01-01', to: '2200-01-01' } as const

const namedColumns = {
  'donations.id': 'id',
  donated_at: 'donated_at',
  transaction_id: 'transaction_id',
  amount: 'amount',
  'users.name': 'donor_name',
  'users.email': 'donor_email',
  'statuses.name': 'status_name',
  'organizations.ein': 'organization_ein',
  'organizations.name': 'organization_name',
  'companies.name': 'company_name',
  'addresses.city': 'donor_city',
  'addresses.state': 'donor_state',
} as const satisfies Record<string, ColumnIn<'report'>>

const named = Object.entries(namedColumns)
const others = columnsIn('report').filter((id) => !named.some(([, of]) => of === id))

/** All but donation fields, by name in the API, in the order of the form. */
export const reportColumns: ReadonlyMap<string, ColumnIn<'report'>> = new Map([
  ...named,
  ...others.map((id) => [id, id] as const),
])

/** Returns whether PostgreSQL can store the text. */
export const hasNoNul = (text: string): boolean => !text.includes('\u0000')

export const customPrefix = 'custom.'
const customName = /^custom\.[^\s.]{1,100}$/
const isColumn = (name: string): boolean =>
  reportColumns.has(name) ||
  (customName.test(name) && hasNoNul(name) && !reservedKeys.includes(name.slice(customPrefix.length)))

const listNames: Readonly<Record<string, string>> = { organization: 'organization_name', status: 'status_name' }
const byList = new Map([...reportColumns].map(([name, id]) => [id as string, name]))

/** Returns the report column for a column of the donations list, or null. */
export function columnOfList(id: string): string | null {
  const name = byList.get(listNames[id] ?? id) ?? id
  return isColumn(name) ? name : null
}

/** Returns the default heading of a report column. */
export const labelOfColumn = (name: string): string => {
  const id = reportColumns.get(name)
  return id ? donationColumns[id].label : name.slice(customPrefix.length).replaceAll('_', ' ')
}

const blankAsMissing = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const optional = <S extends z.ZodType>(shape: S) => z.preprocess(blankAsMissing, shape.optional())
const words = optional(z.string().trim().max(200).refine(hasNoNul, reportMessages.unreadable))

const amountText = /^(>=|<=|>|<|=)? ?([$\d,.]+)(?: ?- ?([$\d,.]+))?$/
const largestFilter = 100_000_000_000

function centsIn(text: string): number | null {
  const cents = Math.round(parseTypedAmount(text) * 100)
  return cents < largestFilter ? cents : null
}

export type CentsRange = { readonly from: number | null; readonly to: number | null }

/** Returns whole cents, or null. `25` is exact, and `25-100` includes both ends. */
export function centsOfFilter(text: string): CentsRange | null {
  const [, sign, first = '', last] = amountText.exec(text.trim()) ?? []
  const from = centsIn(first)
  const to = last === undefined ? from : centsIn(last)
  if (from === null || to === null || (sign && last !== undefined)) return null
  switch (sign) {
    case '>':
      return { from: from + 1, to: null }
    case '>=':
      return { from, to: null }
    case '<':
      return { from: null, to: from - 1 }
    case '<=':
      return { from: null, to: from }
    default:
      return { from, to }
  }
}

const {
  status,
  paymentState,
  campaign,
  deadlineWithin,
  employerKnown,
  minEstimated,
  organizationId,
  companyId,
  donorNameEmail,
  campaignKnown,
  campaignId,
  unconfirmed,
  withinYear,
  unanswered,
  importId,
  donorId,
} = donationFilters.shape

/** The report form can only remove these. */
export const listOnlyFilters = {
  donorNameEmail,
  campaignKnown,
  campaignId,
  unconfirmed,
  withinYear,
  unanswered,
  importId,
  donorId,
}

/** Text filters match gifts that contain the text. Others equal those of the donations list. */
export const reportFilters = z
  .object({
    amount: optional(
      z
        .string()
        .trim()
        .max(40)
        .refine((text) => centsOfFilter(text) !== null, reportMessages.amount),
    ).describe('25, >25, >=25, <100, <=100 or 25-100'),
    'users.name': words,
    'users.email': words,
    'organizations.ein': words,
    'companies.name': words,
    'addresses.city': words,
    'addresses.state': words,
    include_inert: z
      .union([z.literal(0), z.literal(1)])
      .default(0)
      .describe('1 to include external matches'),
    date_from: wireDay.default(anyDateRange.from),
    date_to: wireDay.default(anyDateRange.to),
    last_days: optional(z.coerce.number().int().min(1).max(366)).describe(
      'number of days up to and including the day of the report; replaces date_from and date_to',
    ),
    status,
    paymentState,
    campaign,
    deadlineWithin,
    employerKnown,
    minEstimated,
    organizationId,
    companyId,
    ...listOnlyFilters,
  })
  .refine(({ date_from, date_to }) => date_from <= date_to, { message: reportMessages.days, path: ['date_from'] })
export type ReportFilters = z.output<typeof reportFilters>

export const filteredColumns = [
  'amount',
  'users.name',
  'users.email',
  'organizations.ein',
  'companies.name',
  'addresses.city',
  'addresses.state',
] as const
export type FilteredColumn = (typeof filteredColumns)[number]

export const reportDefinitionFields = {
  columns: z
    .record(
      z.string().max(110).refine(isColumn, reportMessages.unknownColumn),
      z.string().trim().max(120).refine(hasNoNul, reportMessages.unreadable).describe('heading; empty for the default'),
      { error: ({ input }) => (input === undefined || input === null ? reportMessages.columns : undefined) },
    )
    .refine((columns) => Object.keys(columns).length > 0, reportMessages.columns)
    .refine((columns) => Object.keys(columns).length <= maxReportColumns, `At most ${maxReportColumns} columns`)
    .describe(`ordered columns with their headings: ${[...reportColumns.keys()].join(', ')}, custom.{field}`),
  filters: reportFilters.prefault({}),
  sort_field: z
    .string()
    .refine((name) => reportColumns.has(name), reportMessages.unknownColumn)
    .default('donated_at')
    .describe('name of a column, even if it is not included; custom fields are not supported'),
  ascending: z.boolean().default(false),
}

export const reportDefinition = z.object(reportDefinitionFields)
export type ReportDefinition = z.output<typeof reportDefinition>
