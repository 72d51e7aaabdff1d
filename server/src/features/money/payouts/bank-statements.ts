import { inTenant } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { listStatements, lockStatement, removeStatementRow, restoreStatementRow } from './bank-statements.queries.ts'
import { linkBankLines } from './link-bank-lines.ts'
import { lockPayouts } from './reports.queries.ts'

export type RemovedStatement = { readonly removed: number; readonly linked: number; readonly elsewhere: number }

/** Lines with payouts, typed-in lines, and lines of other statements stay. @throws Refusal not_found */
export async function removeStatement(call: WriteCall, statementId: number): Promise<RemovedStatement> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    if ((await lockStatement(db, tenant, statementId))?.is_removed !== false) throw notFound()
    const [statement] = await listStatements(db, tenant, { limit: 1, id: statementId })
    if (!statement) throw notFound()
    const removedIds = await removeStatementRow(db, tenant, statementId, platform.clock())
    const { file_name, linked, elsewhere } = statement
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'removed',
      subject: 'bank statement',
      subjectId: statementId,
      before: { file: file_name },
      after: { lines_removed: removedIds.length, lines_kept: linked + elsewhere },
    })
    return { removed: removedIds.length, linked, elsewhere }
  })
}

/** Ties the lines to payouts recorded since. @throws Refusal not_found */
export async function restoreStatement(call: WriteCall, statementId: number): Promise<{ readonly lines: number }> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockPayouts(db, tenant)
    if ((await lockStatement(db, tenant, statementId))?.is_removed !== true) throw notFound()
    const restoredIds = await restoreStatementRow(db, tenant, statementId)
    await linkBankLines(db, tenant)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'restored',
      subject: 'bank statement',
      subjectId: statementId,
      after: { lines: restoredIds.length },
    })
    return { lines: restoredIds.length }
  })
}
