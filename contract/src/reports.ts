import { z } from 'zod'
import type { Kind } from './donation-columns.ts'
import { organizationPath } from './organization-path.ts'
import { lookFields, plain, reportLook, reportMessages } from './report-look.ts'
import { route } from './route.ts'
import { currency, wireId, wireMoney } from './wire.ts'

/**
 * A report is the list of donations under a name, with its columns, filters, days and order. It is shown, summed, downloaded
 * and emailed, and opened in the list as a saved view. Its gifts are those of the caller's organization and its chapters.
 */

export * from './ready-report-ids.ts'
export * from './ready-reports.ts'
export * from './report-look.ts'

export const reportsAtMost = 150
export const reportBackHours = 24
export const reportNameAtMost = 120
/** What a report shows of itself while it is made. */
export const previewRows = 20
/** Of a grouping: the largest are told one by one. */
export const groupsAtMost = 100

export const copySuffix = ' (Copy)'
/** The name of a copy, cut so that it is one that may be given. */
export const copyName = (name: string): string => `${name.slice(0, reportNameAtMost - copySuffix.length)}${copySuffix}`

export const reportScopes = ['personal', 'organization', 'full_org'] as const
export type ReportScope = (typeof reportScopes)[number]

const name = z
  .string(reportMessages.name)
  .trim()
  .min(1, reportMessages.name)
  .max(reportNameAtMost, reportMessages.longName)
  .refine(plain, reportMessages.unreadable)
const scope = z
  .enum(reportScopes)
  .describe('who sees it: its maker, the organization, or the organization and its chapters')

/** Filters of a report can name things that no longer exist. */
export const goneThings = ['campaign', 'organization', 'upload', 'donor'] as const
export type GoneThing = (typeof goneThings)[number]

export const report = z.object({
  id: z.number(),
  organization_id: z.number().describe('where it was made: a parent shares reports with its chapters'),
  name: z.string(),
  scope,
  ...lookFields,
  downloads: z.number().describe('how often it was downloaded'),
  by: z.string().describe('who made it'),
  may_change: z.boolean().describe('its maker, and administrators where it is shared'),
  gone: z.array(z.enum(goneThings)).describe('things that its filters name and that no longer exist'),
  view_id: z.number().nullable().describe('its number in links of the time when views were not reports'),
})
export type Report = z.infer<typeof report>

export const reportForm = z.object({
  id: wireId.optional().describe('of the report to change; a new one otherwise'),
  name,
  scope: scope.default('personal'),
  ...lookFields,
})

export const listReports = route({
  name: 'listReports',
  method: 'GET',
  path: '/api/organization/{id}/reports',
  summary: "One's own reports, and those that others share; the list of donations shows them as views",
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

/** What a report can be summed by: month is the gift's, received the month of a match's last payment, deadline a week. */
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
/** In the order of time. */
export const timeGroupings: readonly Grouping[] = ['month', 'received', 'deadline']

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
      .describe(`months and weeks in their order, others by what they could bring; at most ${groupsAtMost}`),
    more: z.number().describe('groups that are not told'),
  }),
})
export type ReportGroups = z.infer<typeof sumReport.answer>
