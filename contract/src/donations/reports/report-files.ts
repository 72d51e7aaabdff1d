import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, organizationPath, ticketQuery, wireId } from '../../shared/wire.ts'
import { donationFilters } from '../donations.ts'
import { readyReportIds } from './ready-report-ids.ts'
import { reportDefinition } from './report-definition.ts'

/** A job writes large downloads and stores them this long for the requester. */

export const fileDays = 7
/** Counts per person. The oldest file is removed first. */
export const maxReportFiles = 10
/** Counts per organization, chosen to fit the storage limit. */
export const maxConcurrentFiles = 2
export const maxFileBytes = 1024 ** 3
export const maxTotalFileBytes = 2 * 1024 ** 3
/** Further rows go to the next sheet. */
export const maxRowsPerSheet = 1_048_576
/** An email is sent if the file takes longer. */
export const emailedAfterSeconds = 60

export const fileMessages = {
  tooMany: `We’re already preparing ${maxConcurrentFiles} files for this organization. Try again when one is ready.`,
  full: 'This organization’s file storage is full. Remove a file or wait for the oldest to expire.',
  notReady: 'This file isn’t ready yet.',
  tooLarge: 'This file would be larger than 1 GB. Choose fewer days or columns.',
  slow: 'This file took too long. Choose fewer days or try again later.',
  stopped: 'Something went wrong on our side. Try again.',
  erased: 'A donor’s data was erased after you requested this file. Request it again.',
  listFailed: 'Couldn’t load your files',
  removeFailed: 'Couldn’t remove the file',
  writing: 'Preparing your file',
  ready: 'Your file is ready',
  failed: 'Couldn’t create your file',
} as const

export const reportFile = z.object({
  id: z.number(),
  name: z.string().describe('name of the report, or Donations'),
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(['waiting', 'writing', 'ready', 'failed']),
  rows: z.number().nullable().describe('total number of rows; null until counted'),
  rows_written: z.number(),
  bytes: z.number().nullable(),
  problem: z.string().describe('reason of the failure; empty if none'),
  at: z.string().describe('time of the request'),
  expires_at: z.string().describe('time of automatic removal'),
})
export type ReportFile = z.infer<typeof reportFile>

const filesPath = '/api/organization/{id}/report-files'
const filePath = organizationPath.extend({ fileId: wireId })

export const askForReportFile = route('POST', filesPath, {
  name: 'askForReportFile',
  summary: 'Request the list or a report as a file; large files are created in the background',
  access: 'read',
  ...inOrganization,
  changes: false,
  body: z.object({
    filters: donationFilters.default({}),
    report_id: wireId
      .optional()
      .describe('report to download instead of the list, with its columns, filters, and order'),
    ready: z
      .enum(readyReportIds)
      .optional()
      .describe('predefined report to download instead of the list; only the filters dateFrom and dateTo apply'),
    definition: reportDefinition
      .optional()
      .describe('columns, filters, and order to download instead of the list, as in a report that is not saved'),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  response: z.object({
    url: z
      .string()
      .nullable()
      .describe('one-time download link, valid for 60 seconds; null while the file is created in the background'),
    file: reportFile.nullable(),
    rows_at_once: z.number().describe('maximum number of rows for an immediate download'),
    is_counted: z.boolean().describe('false if counting took too long, so that the file is created in the background'),
  }),
  rate: { max: 60, seconds: 60 },
})

export const listReportFiles = route('GET', filesPath, {
  name: 'listReportFiles',
  summary: "List the caller's report files, newest first",
  access: 'read',
  ...inOrganization,
  response: z.object({ files: z.array(reportFile), rows_at_once: z.number() }),
})

export const getReportFileTicket = route('GET', '/api/organization/{id}/report-files/{fileId}/ticket', {
  name: 'getReportFileTicket',
  summary: "Create a one-time download link, valid for 60 seconds, for one of the caller's report files",
  access: 'read',
  scope: 'organization',
  params: filePath,
  response: z.object({ url: z.string() }),
})

export const downloadReportFile = route('GET', '/api/download/report-file', {
  name: 'downloadReportFile',
  summary: 'Download a report file with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.string(),
  responseKind: 'file',
  internal: true,
})

export const removeReportFile = route('DELETE', '/api/organization/{id}/report-files/{fileId}', {
  name: 'removeReportFile',
  summary: "Delete one of the caller's report files, or cancel its creation",
  access: 'read',
  scope: 'organization',
  changes: false,
  params: filePath,
  response: z.object({ files: z.array(reportFile), rows_at_once: z.number() }),
})
