import { payouts } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { markFileReferenced, storeFile } from '../../../platform/files/stored-files.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import {
  defaultLimits,
  type FileReader,
  FileRefused,
  type Table,
  type UploadedFile,
} from '../../donations/file-reading/index.ts'
import { getPayoutContext } from './payout-context.ts'
import { isBankStatement } from './reading/bank-statement.ts'
import { isPivotTable, isProcessorList } from './reading/processor-list.ts'
import { readPayoutReport } from './reading/read-report.ts'
import { findReport, insertReport, listReportPlatforms, type ReportRow } from './reports.queries.ts'
import { findUndonePayments } from './undone-payments.ts'

export const payoutQueue = 'payouts'

type StartOptions = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly reader: FileReader
  readonly by: AuditContext & { readonly caller: { readonly user: { readonly id: number } } }
}

/** A file without a table is refused immediately; the rest runs in the background. @throws FileRefused */
export async function startReport(
  { platform, tenant, reader, by }: StartOptions,
  file: UploadedFile,
): Promise<ReportRow> {
  const now = platform.clock()
  const table = await reader.readTable(
    { bytes: file.bytes },
    { owner: tenant.organizationId, fileName: file.name, limits: defaultLimits },
  )
  if (isBankStatement(table)) throw new FileRefused('no_table', payouts.payoutMessages.bankStatement)
  if (isProcessorList(table)) throw new FileRefused('no_table', payouts.payoutMessages.processorList)
  if (isPivotTable(table)) throw new FileRefused('no_table', payouts.payoutMessages.pivotTable)
  await refuseWithoutMoney({ platform, tenant, table, fileName: file.name, now })
  return storeFile(platform, file.bytes, (fileKey) =>
    inTenant(platform.database, tenant, async (db, client) => {
      await markFileReferenced(db, fileKey)
      const reportId = await insertReport(db, tenant, {
        userId: by.caller.user.id,
        fileName: file.name,
        fileKey,
        state: 'queued',
        now,
      })
      await platform.jobs.add(client, payoutQueue, { organizationId: tenant.organizationId, reportId })
      await writeAudit(db, by, {
        organizationId: tenant.organizationId,
        action: 'uploaded',
        subject: 'payout report',
        subjectId: reportId,
        after: { file: file.name, rows: table.rows.length },
      })
      const row = await findReport(db, tenant, reportId)
      if (!row) throw new Error('the report was inserted and is gone')
      return row
    }),
  )
}

/** @throws FileRefused if no row contains paid money or voids a recorded payment */
async function refuseWithoutMoney({
  platform,
  tenant,
  table,
  fileName,
  now,
}: Pick<StartOptions, 'platform' | 'tenant'> & {
  readonly table: Table
  readonly fileName: string
  readonly now: Date
}): Promise<void> {
  const [refused] = await inTenant(
    platform.database,
    tenant,
    async (db) => {
      const { currency, today } = await getPayoutContext(db, tenant, now)
      const platforms = await listReportPlatforms(db)
      const report = readPayoutReport({ table, fileName, platforms, currency, today, answers: {} })
      if (report.payouts.length > 0 || report.questions.length > 0) return []
      const { lineIds, payoutIds } = await findUndonePayments(db, tenant, report.voided)
      return lineIds.length + payoutIds.length > 0 ? [] : [report.refused]
    },
    { readOnly: true },
  )
  if (refused === undefined) return
  const [first] = refused
  const reasonText = first ? ` Row ${first.sheetRow}: ${first.why}` : ''
  throw new FileRefused('no_rows', `${payouts.payoutMessages.noMoney}${reasonText}`)
}
