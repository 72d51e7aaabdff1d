import { pipeline } from 'node:stream/promises'
import { reportFiles } from '@twofold/contract'
import { z } from 'zod'
import { acrossOrganizations, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { type Authenticators, issueTicket, openDownload } from '../../../core/users/index.ts'
import type { SendFile } from '../csv-file.ts'
import { exportRequest, fileNameOf } from '../export-request.ts'
import { countDownload } from '../reports.queries.ts'
import { type FileRow, listFiles } from './report-files.queries.ts'
import { deleteOwnFile, type FileCall, getReadyFile, requestReportFile } from './request-report-file.ts'

const purpose = 'report-file'
const ticketParameters = z.object({ fileId: z.number() })

type Dependencies = {
  readonly authenticators: Authenticators
  readonly directory: Directory
  readonly sendFile: SendFile
}

export const reportFileRoutes = ({ authenticators, directory, sendFile }: Dependencies): ServedRoute[] => [
  serve(reportFiles.askForReportFile, async (call) => {
    const rows_at_once = call.platform.config.reportRowsAtOnce
    const result = await requestReportFile(call, directory, call.body)
    return 'url' in result
      ? { url: result.url, file: null, rows_at_once, is_counted: true }
      : { url: null, file: present(result.file), rows_at_once, is_counted: result.isCounted }
  }),

  serve(reportFiles.listReportFiles, ownFiles),

  serve(reportFiles.getReportFileTicket, async (call) => {
    const { platform, tenant, caller, params } = call
    const { id } = await getReadyFile(call, params.fileId)
    const ticket = await issueTicket(platform, tenant, { caller, purpose, parameters: { fileId: id } })
    return { url: `${reportFiles.downloadReportFile.path}?ticket=${ticket}` }
  }),

  serve(reportFiles.downloadReportFile, async ({ platform, request, reply, query }) => {
    const { authorization } = request.headers
    const opened = await openDownload(platform, authenticators, { purpose, ticket: query.ticket, authorization })
    const { tenant } = opened
    const { fileId } = ticketParameters.parse(opened.parameters)
    const { name, format, file_key, wanted } = await getReadyFile({ platform, ...opened }, fileId)
    const file = await platform.files.readStream(file_key)
    try {
      const { report } = exportRequest.parse(wanted)
      if (report && report.id !== null) {
        const { id, organizationId = tenant.organizationId } = report
        await acrossOrganizations(platform.database, (db) => countDownload(db, organizationId, id))
      }
      const options = { platform, reply, name: fileNameOf(name), format, organizationId: tenant.organizationId }
      return await sendFile(options, (output) => pipeline(file, output))
    } finally {
      file.destroy()
    }
  }),

  serve(reportFiles.removeReportFile, async (call) => {
    await deleteOwnFile(call, call.params.fileId)
    return ownFiles(call)
  }),
]

async function ownFiles({ platform, tenant, caller }: FileCall) {
  const owner = { tenant, userId: caller.user.id }
  const rows = await inTenant(readOnly(platform.database), tenant, (db) => listFiles(db, owner))
  return { files: rows.map(present), rows_at_once: platform.config.reportRowsAtOnce }
}

const present = (row: FileRow): reportFiles.ReportFile => ({
  id: row.id,
  name: row.name,
  format: row.format,
  state: row.state,
  rows: row.rows_found,
  rows_written: row.rows_written,
  bytes: row.bytes,
  problem: row.problem,
  at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})
