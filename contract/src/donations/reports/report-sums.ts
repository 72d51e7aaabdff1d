import { z } from 'zod'
import { organizationPath } from '../../shared/organization-path.ts'
import { route } from '../../shared/route.ts'
import { currency, wireMoney } from '../../shared/wire.ts'
import type { ColumnKind } from '../donation-columns.ts'
import { reportDefinition } from './report-definition.ts'

/** Preview and totals of a report. A separate file, because the donations list does not need them. */

/** Rows of a preview. */
export const previewRows = 20
/** Limit of groups, largest first. */
export const maxReportGroups = 100

/**
 * Groups of totals. `month` is the gift's month, `received` the month of the match's last payment, and `deadline` a
 * week.
 */
export const groupings = [
  'company',
  'month',
  'campaign',
  'chapter',
  'status',
  'platform',
  'received',
  'deadline',
] as const
export type Grouping = (typeof groupings)[number]
/** Groups in chronological order. */
export const timeGroupings: readonly Grouping[] = ['month', 'received', 'deadline']

/** One group of a total, to list its gifts. */
const groupOf = z.object({ by: z.enum(groupings), key: z.string().max(250) })

const kinds = ['text', 'choice', 'money', 'number', 'flag', 'moment', 'day', 'made'] as const satisfies ColumnKind[]

export const previewReport = route({
  name: 'previewReport',
  method: 'POST',
  path: '/api/organization/{id}/reports/preview',
  summary: `The first ${previewRows} rows of a report, as its download has them`,
  who: 'read',
  within: 'organization',
  changes: false,
  params: organizationPath,
  body: reportDefinition.extend({ group: groupOf.optional().describe('the gifts of one group of its sums alone') }),
  answer: z.object({
    columns: z.array(z.object({ id: z.string(), label: z.string(), kind: z.enum(kinds) })),
    rows: z.array(z.object({ donation_id: z.number(), currency, cells: z.array(z.string().nullable()) })),
    more: z.boolean().describe('whether it has more rows than these'),
  }),
})
export type ReportPreview = z.infer<typeof previewReport.answer>

/** The four amounts of a report. They are never added to each other. */
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
  body: reportDefinition.pick({ filters: true }).extend({ by: z.enum(groupings).optional() }),
  answer: z.object({
    currency,
    total: reportSums,
    groups: z
      .array(reportSums.extend({ key: z.string(), label: z.string() }))
      .describe(`months and weeks in their order, others by what they could bring; at most ${maxReportGroups}`),
    more: z.number().describe('groups that are not told'),
  }),
})
export type ReportGroups = z.infer<typeof sumReport.answer>
