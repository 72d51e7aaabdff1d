import { reports } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { cellsOf } from './cells.queries.ts'
import { presentSums } from './present-sums.ts'
import { readReportFilter } from './report-filter.ts'
import { listReportRows, type ReportRow } from './reports.queries.ts'
import { firstRows } from './rows.queries.ts'
import { canChangeReport, deleteReport, restoreReport, saveReport } from './save-report.ts'
import { findCurrency, sumGifts } from './sum.queries.ts'

// Users wait for both; slower reports are available as downloads.
const previewTimeoutMs = 5_000
const sumTimeoutMs = 20_000

export const reportRoutes = ({ directory }: { readonly directory: Directory }): readonly ServedRoute[] => [
  serve(reports.listReports, async (call) => {
    const { platform, tenant, caller } = call
    const userId = caller.user.id
    const rows = await inTenant(readOnly(platform.database), tenant, (db) => listReportRows(db, { tenant, userId }))
    const isOwn = (row: ReportRow): boolean => row.user_id === userId && row.organization_id === tenant.organizationId
    return {
      reports: rows.filter(isOwn).map((row) => present(call, row)),
      sharedReports: rows.filter((row) => !isOwn(row)).map((row) => present(call, row)),
    }
  }),

  serve(reports.saveReport, async (call) => {
    const { id, name, scope, ...definition } = call.body
    return { report: present(call, await saveReport(call, id, { name, scope, definition })) }
  }),

  serve(reports.deleteReport, async (call) => ({ report: present(call, await deleteReport(call, call.params.id)) })),

  serve(reports.restoreReport, async (call) => ({
    report: present(call, await restoreReport(call, call.params.id)),
  })),

  serve(reports.previewReport, async ({ platform, tenant, body }) => {
    const cells = cellsOf(body.columns)
    const rows = await inTenant(
      platform.database,
      tenant,
      async (db) => {
        const filter = await readReportFilter(db, body.filters, { tenant, directory, now: platform.clock() })
        return firstRows(db, filter, cells, { ...body, group: body.group }, reports.previewRows + 1)
      },
      { readOnly: true, timeoutMs: previewTimeoutMs },
    ).catch(refuseSlow)
    return {
      columns: cells.map(({ id, heading, kind }) => ({ id, label: heading, kind })),
      rows: rows.slice(0, reports.previewRows),
      more: rows.length > reports.previewRows,
    }
  }),

  serve(reports.sumReport, async ({ platform, tenant, body }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const filter = await readReportFilter(db, body.filters, { tenant, directory, now: platform.clock() })
        const [rows, own] = await Promise.all([sumGifts(db, filter, body.by), findCurrency(db, tenant)])
        return presentSums(rows, body.by, own)
      },
      { readOnly: true, timeoutMs: sumTimeoutMs },
    ).catch(refuseSlow),
  ),
]

const cancelledByTimeout = '57014'

function refuseSlow(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === cancelledByTimeout) {
    throw new Refusal('unavailable', reports.reportMessages.slow)
  }
  throw error
}

const present = (call: Pick<WriteCall, 'caller' | 'level' | 'tenant'>, row: ReportRow): reports.Report => ({
  id: row.id,
  organization_id: row.organization_id,
  name: row.name,
  scope: row.scope,
  ...row.definition,
  downloads: row.downloads,
  by: row.user_name,
  may_change: canChangeReport(call, row),
  gone: row.gone,
  view_id: row.view_id,
})
