import { z } from 'zod'
import { type ColumnIn, columnsIn, donationColumns, type Kind, reservedKeys } from './donation-columns.ts'
import { donationFilters } from './donations.ts'
import { organizationPath } from './organization-path.ts'
import { route } from './route.ts'
import { currency, wireDay, wireId, wireMoney } from './wire.ts'

/**
 * A report is the list of donations with columns, filters, days and an order of its own, under a name: it is shown, summed
 * and downloaded. Which gifts it holds goes by who runs it: those of the organization in hand and its chapters.
 */

export const reportMessages = {
  name: 'Report name is required',
  longName: 'A name has at most 120 characters',
  columns: 'You must select at least one column',
  unknownColumn: 'One of the columns is not there. Choose among the columns of this page.',
  amount: 'Use an amount like 25, >25, <=100 or 25-100',
  unreadable: 'That text has a character we cannot store.',
  days: 'The first day must not be after the last',
  share: 'Only members who may change gifts can share a report. Keep it to yourself instead.',
  notYours: 'Only the person who made a shared report, or an administrator, can change it. Make a copy instead.',
  tooMany: 'That is the most reports there can be: 100 of your own, and 100 shared. Delete one you no longer need.',
  late: 'It is too late to bring this report back.',
  slow: 'This takes too long to work out here. Narrow the dates or filters, or download the report.',
  loadFailed: 'Failed to load reports',
  saveFailed: 'Failed to save report',
  deleteFailed: 'Failed to delete report',
  downloadFailed: 'Failed to download report',
  saved: 'Report saved',
  deleted: 'Report deleted',
  downloadStarted: 'Download started',
} as const

export const reportsAtMost = 100
export const reportBackHours = 24
export const reportNameAtMost = 120
export const columnsAtMost = 60
/** What a report shows of itself while it is made. */
export const previewRows = 20
/** Of a grouping: the largest are told one by one. */
export const groupsAtMost = 100

export const copySuffix = ' (Copy)'
/** The name of a copy, cut so that it is one that may be given. */
export const copyName = (name: string): string => `${name.slice(0, reportNameAtMost - copySuffix.length)}${copySuffix}`

/** Shown as Any. */
export const anyDays = { from: '2000-01-01', to: '2200-01-01' } as const

export const reportScopes = ['personal', 'organization', 'full_org'] as const
export type ReportScope = (typeof reportScopes)[number]

/** The names that the columns have on the wire; every other column goes by its own. */
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

/** Every column of a report that is no donation field of an organization, by its name on the wire, in the order of the form. */
export const reportColumns: ReadonlyMap<string, ColumnIn<'report'>> = new Map([
  ...named,
  ...others.map((id) => [id, id] as const),
])

/** No database keeps a NUL in a text. */
const plain = (text: string): boolean => !text.includes('\u0000')

export const customPrefix = 'custom.'
const customName = /^custom\.[^\s.]{1,100}$/
const isColumn = (name: string): boolean =>
  reportColumns.has(name) ||
  (customName.test(name) && plain(name) && !reservedKeys.includes(name.slice(customPrefix.length)))

export const labelOfColumn = (name: string): string => {
  const id = reportColumns.get(name)
  return id ? donationColumns[id].label : name.slice(customPrefix.length).replaceAll('_', ' ')
}

const blankAsMissing = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const optional = <S extends z.ZodType>(shape: S) => z.preprocess(blankAsMissing, shape.optional())
const words = optional(z.string().trim().max(200).refine(plain, reportMessages.unreadable))

const cents = (text: string): number => Math.round(Number(text) * 100)
const amountText = /^(>=|<=|>|<|=)? ?(\d{1,9}(?:\.\d{1,2})?)(?: ?- ?(\d{1,9}(?:\.\d{1,2})?))?$/

export type CentsRange = { readonly from: number | null; readonly to: number | null }

/** `25` is exactly that, `25-100` includes both ends. In whole cents; null for what is no amount. */
export function centsOfFilter(text: string): CentsRange | null {
  const [, sign, first, last] = amountText.exec(text.replaceAll(/[$,]/g, '').trim()) ?? []
  if (first === undefined || (sign && last !== undefined)) return null
  const from = cents(first)
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
      return { from, to: last === undefined ? from : cents(last) }
  }
}

const { status, paymentState, campaign, campaignId, deadlineWithin, employerKnown, minEstimated, organizationId } =
  donationFilters.shape

/** The text of a column: all gifts that hold it. The others are those of the list of donations. */
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
      .describe('1: external matches too'),
    date_from: wireDay.default(anyDays.from),
    date_to: wireDay.default(anyDays.to),
    status,
    paymentState,
    campaign,
    campaignId,
    deadlineWithin,
    employerKnown,
    minEstimated,
    organizationId,
  })
  .refine(({ date_from, date_to }) => date_from <= date_to, { message: reportMessages.days, path: ['date_from'] })
export type ReportFilters = z.output<typeof reportFilters>

/** Columns with a text filter of their own, in the order of the form. */
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

const look = {
  columns: z
    .record(
      z.string().max(110).refine(isColumn, reportMessages.unknownColumn),
      z
        .string()
        .trim()
        .max(120)
        .refine(plain, reportMessages.unreadable)
        .describe('its heading; blank is the one it has of itself'),
    )
    .refine((columns) => Object.keys(columns).length > 0, reportMessages.columns)
    .refine((columns) => Object.keys(columns).length <= columnsAtMost, `At most ${columnsAtMost} columns`)
    .describe(`in their order, each with its heading: ${[...reportColumns.keys()].join(', ')}, custom.{field}`),
  filters: reportFilters.prefault({}),
  sort_field: z
    .string()
    .refine((name) => reportColumns.has(name), reportMessages.unknownColumn)
    .default('donated_at')
    .describe('a column, whether it is shown or not; no donation field'),
  ascending: z.boolean().default(false),
}

export const reportLook = z.object(look)
export type ReportLook = z.output<typeof reportLook>

const name = z
  .string(reportMessages.name)
  .trim()
  .min(1, reportMessages.name)
  .max(reportNameAtMost, reportMessages.longName)
  .refine(plain, reportMessages.unreadable)
const scope = z
  .enum(reportScopes)
  .describe('who sees it: its maker, the organization, or the organization and its chapters')

export const report = z.object({
  id: z.number(),
  organization_id: z.number().describe('where it was made: a parent shares reports with its chapters'),
  name: z.string(),
  scope,
  ...look,
  downloads: z.number().describe('how often it was downloaded'),
  by: z.string().describe('who made it'),
  may_change: z.boolean().describe('its maker, and administrators where it is shared'),
})
export type Report = z.infer<typeof report>

export const reportForm = z.object({
  id: wireId.optional().describe('of the report to change; a new one otherwise'),
  name,
  scope: scope.default('personal'),
  ...look,
})

export const listReports = route({
  name: 'listReports',
  method: 'GET',
  path: '/api/organization/{id}/reports',
  summary: "One's own reports, and those that others share",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({ reports: z.array(report), sharedReports: z.array(report) }),
})

export const saveReport = route({
  name: 'saveReport',
  method: 'POST',
  path: '/api/organization/{id}/reports',
  summary: 'Save a report, a new one or one that is there; sharing it takes the level write',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: reportForm,
  answer: z.object({ report }),
})

const reportPath = z.object({ id: wireId })

export const deleteReport = route({
  name: 'deleteReport',
  method: 'DELETE',
  path: '/api/reports/{id}',
  summary: `Delete a report; it can be brought back for ${reportBackHours} hours`,
  who: 'read',
  within: 'report',
  peopleOnly: true,
  params: reportPath,
  answer: z.object({ report }),
})

export const restoreReport = route({
  name: 'restoreReport',
  method: 'POST',
  path: '/api/reports/{id}/restore',
  summary: 'Bring a deleted report back',
  who: 'read',
  within: 'report',
  peopleOnly: true,
  params: reportPath,
  answer: z.object({ report }),
})

/** What a report can be summed by. */
export const groupings = ['company', 'month', 'campaign', 'chapter', 'status', 'platform'] as const
export type Grouping = (typeof groupings)[number]

/** One group of a sum, to see the gifts behind it. */
const groupOf = z.object({ by: z.enum(groupings), key: z.string().max(250) })

const kinds = ['text', 'choice', 'money', 'number', 'flag', 'moment', 'day', 'made'] as const satisfies Kind[]

export const previewReport = route({
  name: 'previewReport',
  method: 'POST',
  path: '/api/organization/{id}/reports/preview',
  summary: `The first ${previewRows} rows of a report, as its download has them`,
  who: 'read',
  within: 'organization',
  changes: false,
  params: organizationPath,
  body: reportLook.extend({ group: groupOf.optional().describe('the gifts of one group of its sums alone') }),
  answer: z.object({
    columns: z.array(z.object({ id: z.string(), label: z.string(), kind: z.enum(kinds) })),
    rows: z.array(z.object({ donation_id: z.number(), currency, cells: z.array(z.string().nullable()) })),
    more: z.boolean().describe('whether it has more rows than these'),
  }),
})
export type ReportPreview = z.infer<typeof previewReport.answer>

/** The four words for money. None stands for another. */
const money = {
  given: wireMoney.describe('of the gifts themselves'),
  estimated: wireMoney.describe('what companies may add to them'),
  submitted: wireMoney.describe('the estimate of those whose request is with the company or approved'),
  received: wireMoney.describe('what payouts brought'),
}

export const reportSums = z.object({
  gifts: z.number().describe('in every currency'),
  submitted_gifts: z.number().describe('whose request is with the company or approved'),
  received_gifts: z.number().describe('that a payout brought money for'),
  ...money,
  others: z.array(z.object({ currency, ...money })).describe('in other currencies, never added'),
})
export type ReportSums = z.infer<typeof reportSums>

export const sumReport = route({
  name: 'sumReport',
  method: 'POST',
  path: '/api/organization/{id}/reports/sums',
  summary: 'What the gifts of a report come to: given, estimated, submitted and received, and by what they are grouped',
  who: 'read',
  within: 'organization',
  changes: false,
  params: organizationPath,
  body: reportLook.pick({ filters: true }).extend({ by: z.enum(groupings).optional() }),
  answer: z.object({
    currency,
    total: reportSums,
    groups: z
      .array(reportSums.extend({ key: z.string(), label: z.string() }))
      .describe(`months in their order, others by what they could bring; at most ${groupsAtMost}`),
    more: z.number().describe('groups that are not told'),
  }),
})
export type ReportGroups = z.infer<typeof sumReport.answer>
