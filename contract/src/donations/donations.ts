import { isQuickFilter, isStatusId, quickFilters } from '@twofold/matching'
import { z } from 'zod'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { inOrganization, ticketQuery, wireDay, wireId, wireMoney } from '../shared/wire.ts'
import { shapesIn } from './donation-columns.ts'
import { readyReportIds } from './reports/ready-report-ids.ts'

export const donation = z.object(shapesIn('response'))
export type Donation = z.infer<typeof donation>

export const donationDetail = donation.extend({
  ...shapesIn('detail'),
  next_steps: z.string().describe('current state of the match and next steps for the nonprofit'),
  why: z
    .object({
      at: z.string(),
      trace: z.array(z.object({ rule: z.string(), text: z.string() })),
      source_url: z.string().nullable(),
      as_of: z.string().nullable(),
    })
    .nullable()
    .describe('latest evaluation; the last trace entry describes later actions; null if never evaluated'),
  events: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      from_status_id: z.number().nullable(),
      to_status_id: z.number(),
      reason_code: z.string(),
      changes: z
        .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
        .describe('other changed fields; amounts in decimal currency units'),
      why: z.string().describe('explanation as a sentence; empty if the action is sufficient'),
      actor: z.enum(['system', 'user', 'donor', 'import']),
      user_name: z.string().nullable(),
    }),
  ),
  notes: z
    .array(z.object({ id: z.number(), at: z.string(), text: z.string(), user_id: z.number(), user_name: z.string() }))
    .describe('internal notes by staff'),
  recurring_history: z.array(
    z.object({ id: z.number(), donated_at: z.string(), amount: wireMoney, created_at: z.string() }),
  ),
  notifications: z.array(
    z.object({
      id: z.number(),
      created_at: z.string(),
      kind: z.string(),
      state: z.enum(['queued', 'sending', 'sent', 'failed', 'skipped']),
      problem: z.string().nullable(),
      subject: z.string(),
      send_at: z.string(),
      sent_at: z.string().nullable(),
      dropped_at: z
        .string()
        .nullable()
        .describe('when staff discarded the email before it was sent; null if not discarded'),
      first_open: z.string().nullable(),
      first_click: z.string().nullable(),
      bounced: z.boolean(),
    }),
  ),
})
export type DonationDetail = z.infer<typeof donationDetail>

/** The specification uses both days and timestamps. */
const filterDay = z
  .string()
  .trim()
  .transform((text) => text.slice(0, 10))
  .pipe(wireDay)

const blankAsMissing = (value: unknown): unknown => (value === '' || value === null ? undefined : value)
const optional = <S extends z.ZodType>(shape: S) => z.preprocess(blankAsMissing, shape.optional())

const amountFilter = typedAmount('Use an amount like 25', { min: 0, max: 1_000_000_000 })

const statusFilterMessage = 'Use a quick filter or status ids like 6,7'

/** Returns the statuses of a `status` filter, or null if it is neither a quick filter nor status ids. */
export function statusesOfFilter(text: string): readonly number[] | null {
  if (isQuickFilter(text)) return quickFilters[text].statusIds
  const ids = text.split(',').map(Number)
  return ids.every(isStatusId) ? [...new Set(ids)] : null
}

/** Only a requested match has an expected payment. */
export const paymentStates = ['expected', 'part_paid', 'paid', 'refused'] as const
export type PaymentState = (typeof paymentStates)[number]

const paymentFilterMessage = `Use ${paymentStates.join(', ')}`
const deadlineFilterMessage = 'Use a number of days from 1 to 366'

/** Returns the states of a `paymentState` filter, or null for other values. */
export function paymentStatesOfFilter(text: string): readonly PaymentState[] | null {
  const given = text.split(',')
  const known = paymentStates.filter((state) => given.includes(state))
  return known.length === new Set(given).size ? known : null
}

export const withinYearSteps = ['submitted', 'paid'] as const
/** Returns the start of the month twelve months ago, because sums are stored by month. */
export const withinYearSince = (now: Date): string =>
  new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1)).toISOString().slice(0, 10)

/** Days after a donor opened an email without acting. */
export const unansweredAfterDays = 7

/** Shared by the list, its count, its download, and the dashboard's links. */
export const donationFilters = z.strictObject({
  status: optional(
    z
      .string()
      .max(200)
      .refine((text) => statusesOfFilter(text) !== null, statusFilterMessage),
  ).describe(`${Object.keys(quickFilters).join(', ')}, or comma-separated status IDs`),
  companyName: optional(z.string().trim().max(200)),
  donorNameEmail: optional(z.string().trim().max(200)),
  minAmount: optional(amountFilter),
  dateFrom: optional(filterDay),
  dateTo: optional(filterDay),
  fromDate: optional(filterDay).describe('alias of dateFrom'),
  toDate: optional(filterDay).describe('alias of dateTo'),
  organizationId: optional(wireId).describe('the organization or one of its chapters; all by default'),
  paymentState: optional(
    z
      .string()
      .max(200)
      .refine((text) => paymentStatesOfFilter(text) !== null, paymentFilterMessage),
  ).describe(`comma-separated list of ${paymentStates.join(', ')}`),
  campaign: optional(z.string().trim().max(200)).describe('campaign name stored with the gift, case-insensitive'),
  campaignKnown: optional(z.enum(['yes', 'no'])).describe('whether the gift has a campaign name'),
  unconfirmed: optional(z.literal('yes')).describe(
    'only unconfirmed requests from public pages, which are excluded by default',
  ),
  campaignId: optional(wireId).describe('match campaign used for the estimate'),
  deadlineWithin: optional(
    z.coerce
      .number({ message: deadlineFilterMessage })
      .int(deadlineFilterMessage)
      .min(1)
      .max(366, deadlineFilterMessage),
  ).describe('open matches with a deadline within this number of days'),
  employerKnown: optional(z.enum(['yes', 'no'])).describe('whether the employer is identified in the directory'),
  minEstimated: optional(amountFilter).describe('minimum estimated match'),
  withinYear: optional(z.enum(withinYearSteps)).describe(
    'matches requested, or last paid after a request, since the start of the month 12 months ago',
  ),
  unanswered: optional(z.literal('yes')).describe(
    `matches waiting for a donor who opened an email at least ${unansweredAfterDays} days ago and did not act`,
  ),
  importId: optional(wireId).describe('gifts of an upload'),
  donorId: optional(wireId).describe('gifts of a donor'),
  companyId: optional(wireId).describe(
    'gifts with this employer; companyName also matches other companies by part of their name',
  ),
})
export type DonationFilters = z.infer<typeof donationFilters>

export const sortFields = ['donated_at', 'amount', 'id'] as const

const flag = z.preprocess(
  blankAsMissing,
  z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .transform((text) => text === 'true' || text === '1'),
)

/** Counts with filters are exact up to this number; others always are. */
export const maxCounted = 10_000

export const donationListQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(200).default(50),
  sort_field: z.enum(sortFields).default('donated_at'),
  ascending: flag.describe('descending by default'),
  filters: donationFilters.default({}),
})

/** A page cannot be found within the statement timeout. */
export const tooSlowMessage = 'This search takes too long. Add a date range or another filter, and try again.'

export const donationList = z.object({
  donations: z.array(donation),
  total: z.number().describe('number of donations that match the filters; see `total_is_exact`'),
  total_is_exact: z.boolean().describe(`false if more than ${maxCounted} match; always true for calls with an API key`),
})
export type DonationList = z.infer<typeof donationList>

export const listDonations = route('GET', '/api/organization/{id}/donation', {
  name: 'listDonations',
  summary: 'List donations of an organization and its chapters',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: donationListQuery,
  response: donationList,
})

export const getDonation = route('GET', '/api/donation/{id}', {
  name: 'getDonation',
  summary: 'Retrieve a donation with the reasons for its status, history, and emails',
  access: 'read',
  scope: 'donation',
  apiKeys: true,
  params: z.object({ id: wireId }),
  response: z.object({ donation: donationDetail }),
})

export const getDonationsCsvTicket = route('GET', '/api/donation/{id}/csv-token', {
  name: 'getDonationsCsvTicket',
  summary: 'Create a one-time download link, valid for 60 seconds, for the list or a report; {id} is the organization',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object({
    filters: donationFilters.default({}),
    report_id: optional(wireId).describe(
      'report to download instead of the list, with its columns, filters, and order',
    ),
    ready: optional(z.enum(readyReportIds)).describe(
      'predefined report to download instead of the list; only the filters dateFrom and dateTo apply',
    ),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  response: z.object({ url: z.string() }),
})

export const downloadDonations = route('GET', '/api/download/donations.csv', {
  name: 'downloadDonations',
  summary: 'Download the list or a report as CSV with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.string(),
  responseKind: 'csv',
  internal: true,
})

export const downloadWorkbook = route('GET', '/api/download/donations.xlsx', {
  name: 'downloadWorkbook',
  summary: 'Download the list or a report as XLSX with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.string(),
  responseKind: 'file',
  internal: true,
})
