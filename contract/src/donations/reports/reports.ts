import { z } from 'zod'
import { organizationPath } from '../../shared/organization-path.ts'
import { route } from '../../shared/route.ts'
import { wireId } from '../../shared/wire.ts'
import { hasNoNul, reportDefinitionFields, reportMessages } from './report-definition.ts'

/**
 * A report is the donations list with a name, columns, filters, days, and order. It can be displayed, summed,
 * downloaded, and emailed, and opened in the list as a saved view. It contains gifts of the caller's organization and
 * its chapters.
 */

export * from './ready-report-ids.ts'
export * from './ready-reports.ts'
export * from './report-definition.ts'
export * from './report-sums.ts'

export const maxReports = 150
export const reportRestoreHours = 24
export const maxReportNameLength = 120

export const copySuffix = ' (Copy)'
/** Returns the name of a copy, shortened to the allowed length. */
export const copyName = (name: string): string =>
  `${name.slice(0, maxReportNameLength - copySuffix.length)}${copySuffix}`

export const reportScopes = ['personal', 'organization', 'full_org'] as const
export type ReportScope = (typeof reportScopes)[number]

const name = z
  .string(reportMessages.name)
  .trim()
  .min(1, reportMessages.name)
  .max(maxReportNameLength, reportMessages.longName)
  .refine(hasNoNul, reportMessages.unreadable)
const scope = z
  .enum(reportScopes)
  .describe('who sees it: its maker, the organization, or the organization and its chapters')

/** Objects in a report's filters that may no longer exist. */
export const missingReferences = ['campaign', 'organization', 'upload', 'donor'] as const
export type MissingReference = (typeof missingReferences)[number]

export const report = z.object({
  id: z.number(),
  organization_id: z.number().describe('where it was made: a parent shares reports with its chapters'),
  name: z.string(),
  scope,
  ...reportDefinitionFields,
  downloads: z.number().describe('how often it was downloaded'),
  by: z.string().describe('who made it'),
  may_change: z.boolean().describe('its maker, and administrators where it is shared'),
  gone: z.array(z.enum(missingReferences)).describe('things that its filters name and that no longer exist'),
  view_id: z.number().nullable().describe('its number in links of the time when views were not reports'),
})
export type Report = z.infer<typeof report>

export const reportForm = z.object({
  id: wireId.optional().describe('of the report to change; a new one otherwise'),
  name,
  scope: scope.default('personal'),
  ...reportDefinitionFields,
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
  summary: `Delete a report; it can be brought back for ${reportRestoreHours} hours`,
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
