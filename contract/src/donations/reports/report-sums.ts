import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { currency, inOrganization, wireMoney } from '../../shared/wire.ts'
import type { ColumnKind } from '../donation-columns.ts'
import { reportDefinition } from './report-definition.ts'

export const previewRows = 20
/** The largest groups come first. */
export const maxReportGroups = 100

/** `month` is the gift's, `received` that of the match's last payment, and `deadline` a week. */
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
export const timeGroupings: readonly Grouping[] = ['month', 'received', 'deadline']

const groupOf = z.object({ by: z.enum(groupings), key: z.string().max(250) })

const kinds = ['text', 'choice', 'money', 'number', 'flag', 'moment', 'day', 'made'] as const satisfies ColumnKind[]

export const previewReport = route('POST', '/api/organization/{id}/reports/preview', {
  name: 'previewReport',
  summary: `Preview the first ${previewRows} rows of a report`,
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  changes: false,
  body: reportDefinition.extend({ group: groupOf.optional().describe('limits the rows to one group of the totals') }),
  response: z.object({
    columns: z.array(z.object({ id: z.string(), label: z.string(), kind: z.enum(kinds) })),
    rows: z.array(z.object({ donation_id: z.number(), currency, cells: z.array(z.string().nullable()) })),
    more: z.boolean().describe('whether the report has more rows'),
  }),
})
export type ReportPreview = z.infer<typeof previewReport.response>

/** These four are never added to each other. */
const money = {
  given: wireMoney.describe('total amount of the gifts'),
  estimated: wireMoney.describe('estimated match total'),
  submitted: wireMoney.describe('estimated total of submitted and approved matches'),
  received: wireMoney.describe('total received in payouts'),
}

export const reportSums = z.object({
  gifts: z.number().describe('number of gifts in all currencies'),
  submitted_gifts: z.number().describe('number of gifts with a submitted or approved match'),
  received_gifts: z.number().describe('number of gifts with a match received in payouts'),
  ...money,
  others: z.array(z.object({ currency, ...money })).describe('totals per other currency'),
})
export type ReportSums = z.infer<typeof reportSums>

export const sumReport = route('POST', '/api/organization/{id}/reports/sums', {
  name: 'sumReport',
  summary: 'Retrieve the totals of a report: given, estimated, submitted, and received, optionally by group',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  changes: false,
  body: reportDefinition.pick({ filters: true }).extend({ by: z.enum(groupings).optional() }),
  response: z.object({
    currency,
    total: reportSums,
    groups: z
      .array(reportSums.extend({ key: z.string(), label: z.string() }))
      .describe(`months and weeks in order, others by estimated match; at most ${maxReportGroups}`),
    more: z.number().describe('number of omitted groups'),
  }),
})
export type ReportGroups = z.infer<typeof sumReport.response>
