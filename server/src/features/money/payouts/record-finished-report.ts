import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { getPayoutContext } from './payout-context.ts'
import type { ReportedPayout } from './reading/report.ts'
import { type RecordedPayouts, recordPayouts } from './record-payouts.ts'
import { finishReport, insertReport, lockPayouts } from './reports.queries.ts'
import { createRecordingContext } from './run-report.ts'

type RecordingOptions = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly directory: Directory
  readonly userId: number
}

export type RecordedReport = RecordedPayouts & { readonly reportId: number }

/** A null `fileName` means typed in. */
export async function recordFinishedReport(
  db: Db,
  { platform, tenant, directory, userId }: RecordingOptions,
  fileName: string | null,
  createPayouts: (payoutContext: {
    readonly currency: 'USD' | 'CAD'
    readonly today: string
  }) => readonly ReportedPayout[],
): Promise<RecordedReport> {
  const now = platform.clock()
  await lockPayouts(db, tenant)
  const payoutContext = await getPayoutContext(db, tenant, now)
  const payouts = createPayouts(payoutContext)
  const reportId = await insertReport(db, tenant, { userId, fileName, fileKey: null, state: 'running', now })
  const context = createRecordingContext({
    ...payoutContext,
    platform,
    tenant,
    directory,
    userId,
    reportId,
    isTyped: fileName === null,
  })
  const counts = await recordPayouts(db, context, payouts)
  const lines = payouts.reduce((sum, payout) => sum + payout.lines.length, 0)
  await finishReport(
    db,
    tenant,
    reportId,
    { ...counts, lines, refused: [], warnings: [], linesToVoid: [], payoutsToVoid: [] },
    now,
  )
  return { ...counts, reportId }
}
