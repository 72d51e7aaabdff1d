import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, wireId } from '../../shared/wire.ts'
import { hasNoNul, reportDefinitionFields, reportMessages } from './report-definition.ts'

/** The donations list with a name, columns, filters, days, and order. Includes the caller's chapters. */

export * from './ready-report-ids.ts'
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
  .describe('visible to its creator, the organization, or the organization and its chapters')

export const missingReferences = ['campaign', 'organization', 'upload', 'donor'] as const
export type MissingReference = (typeof missingReferences)[number]

export const report = z.object({
  id: z.number(),
  organization_id: z.number().describe('organization that owns the report, possibly the parent'),
  name: z.string(),
  scope,
  ...reportDefinitionFields,
  downloads: z.number().describe('number of downloads'),
  by: z.string().describe('name of the creator'),
  may_change: z.boolean().describe('whether the caller is the creator, or an administrator if the report is shared'),
  gone: z.array(z.enum(missingReferences)).describe('types of deleted objects that the filters refer to'),
  view_id: z.number().nullable().describe('legacy ID of a saved view; null if none'),
})
export type Report = z.infer<typeof report>

export const reportForm = z.object({
  id: wireId.optional().describe('report to update; omit to create one'),
  name,
  scope: scope.default('personal'),
  ...reportDefinitionFields,
})

export const listReports = route('GET', '/api/organization/{id}/reports', {
  name: 'listReports',
  summary: "List the caller's reports and shared reports, which are also the views of the donations list",
  access: 'read',
  ...inOrganization,
  response: z.object({ reports: z.array(report), sharedReports: z.array(report) }),
})

export const saveReport = route('POST', '/api/organization/{id}/reports', {
  name: 'saveReport',
  summary: 'Create or update a report; sharing requires write access',
  access: 'read',
  ...inOrganization,
  body: reportForm,
  response: z.object({ report }),
})

const reportPath = z.object({ id: wireId })

export const deleteReport = route('DELETE', '/api/reports/{id}', {
  name: 'deleteReport',
  summary: `Delete a report; can be restored for ${reportRestoreHours} hours`,
  access: 'read',
  scope: 'report',
  params: reportPath,
  response: z.object({ report }),
})

export const restoreReport = route('POST', '/api/reports/{id}/restore', {
  name: 'restoreReport',
  summary: 'Restore a deleted report',
  access: 'read',
  scope: 'report',
  params: reportPath,
  response: z.object({ report }),
})
