import { type audit, reports } from '@twofold/contract'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import {
  countOtherReports,
  deleteExpiredReports,
  findOwnReport,
  insertReport,
  lockReports,
  type ReportRow,
  updateReport,
} from './reports.queries.ts'

const { reportMessages } = reports

const restorableMs = reports.reportRestoreHours * 3_600_000

type StoredReport = Pick<ReportRow, 'name' | 'scope' | 'definition'>

const isShared = ({ scope }: Pick<ReportRow, 'scope'>): boolean => scope !== 'personal'

/** The parent's reports are changed in the parent. */
export function canChangeReport(
  { caller, level, tenant }: Pick<WriteCall, 'caller' | 'level' | 'tenant'>,
  row: ReportRow,
) {
  const isAuthor = row.user_id === caller.user.id
  if (row.organization_id !== tenant.organizationId) return false
  if (!isShared(row)) return isAuthor
  return level !== 'read' && (isAuthor || level === 'admin' || level === 'super')
}

export async function saveReport(call: WriteCall, id: number | undefined, input: StoredReport): Promise<ReportRow> {
  return change(call, async (db) => {
    const userId = call.caller.user.id
    if (id === undefined) {
      await requireRoom(db, call, { ...input, id: 0, userId })
      const newId = await insertReport(db, call.tenant, { ...input, userId, now: call.platform.clock() })
      return { id: newId, action: 'saved', isAudited: isShared(input) }
    }
    const report = await getChangeable(db, call, id)
    await requireRoom(db, call, { ...input, id, userId: report.user_id })
    await updateReport(db, call.tenant, { ...report, ...input })
    return { id, action: 'changed', isAudited: isShared(report) || isShared(input) }
  })
}

export async function deleteReport(call: WriteCall, id: number): Promise<ReportRow> {
  return change(call, async (db) => {
    const report = await getChangeable(db, call, id)
    await updateReport(db, call.tenant, { ...report, deleted_at: call.platform.clock() })
    return { id, action: 'removed', isAudited: isShared(report) }
  })
}

export async function restoreReport(call: WriteCall, id: number): Promise<ReportRow> {
  return change(call, async (db) => {
    const report = await findOwnReport(db, { tenant: call.tenant, userId: call.caller.user.id }, id)
    if (!report) throw new Refusal('gone', reportMessages.late)
    requireChangeable(call, report)
    if (report.deleted_at !== null) await requireRoom(db, call, { ...report, userId: report.user_id })
    await updateReport(db, call.tenant, { ...report, deleted_at: null })
    return { id, action: 'restored', isAudited: isShared(report) }
  })
}

type ReportChange = {
  readonly id: number
  readonly action: (typeof audit.auditActions.report)[number]
  readonly isAudited: boolean
}

/** Only changes of shared reports are audited. */
async function change(call: WriteCall, work: (db: Db) => Promise<ReportChange>): Promise<ReportRow> {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockReports(tenant).execute(db)
    await deleteExpiredReports(db, tenant, new Date(platform.clock().getTime() - restorableMs))
    const { id, action, isAudited } = await work(db)
    const report = orNotFound(await findOwnReport(db, { tenant, userId: caller.user.id }, id))
    if (isAudited) {
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action,
        subject: 'report',
        subjectId: id,
        after: { name: report.name, scope: report.scope },
      })
    }
    return report
  })
}

async function getChangeable(db: Db, call: WriteCall, id: number): Promise<ReportRow> {
  const report = await findOwnReport(db, { tenant: call.tenant, userId: call.caller.user.id }, id)
  if (!report || report.deleted_at !== null) throw notFound()
  requireChangeable(call, report)
  return report
}

function requireChangeable(call: WriteCall, report: ReportRow): void {
  if (!canChangeReport(call, report)) throw new Refusal('forbidden', reportMessages.notYours)
}

async function requireRoom(
  db: Db,
  { tenant, level, caller }: WriteCall,
  report: { readonly id: number; readonly userId: number; readonly scope: ReportRow['scope'] },
): Promise<void> {
  if (isShared(report) && level === 'read') throw new Refusal('forbidden', reportMessages.share)
  // Another user who makes the report personal would lose access to it.
  if (!isShared(report) && report.userId !== caller.user.id) {
    throw new Refusal('forbidden', reportMessages.notYours)
  }
  const count = await countOtherReports(db, tenant, { ...report, isShared: isShared(report) })
  if (count >= reports.maxReports) throw new Refusal('conflict', reportMessages.tooMany)
}
