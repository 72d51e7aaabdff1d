import { payouts } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { WriteCall } from '../../donations/donations/index.ts'
import { answerReport, failReport, findReport, lockPayouts, type ReportRow } from './reports.queries.ts'
import { payoutQueue } from './start-report.ts'

const { payoutMessages: messages } = payouts

/** @throws Refusal conflict if the question is no longer open */
export function answerReportQuestion(call: WriteCall, reportId: number, isRecorded: boolean): Promise<ReportRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db, client) => {
    await lockPayouts(db, tenant)
    const report = await findReport(db, tenant, reportId)
    if (!report) throw notFound()
    if (report.state !== 'asking') throw new Refusal('conflict', messages.notAsked)
    const now = platform.clock()
    if (isRecorded || report.question?.is_partial) {
      await answerReport(db, tenant, reportId, { isRecorded, now })
      await platform.jobs.add(client, payoutQueue, { organizationId: tenant.organizationId, reportId })
    } else await failReport(db, tenant, reportId, messages.notRecorded, now)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'answered',
      subject: 'payout report',
      subjectId: reportId,
      after: { recorded: isRecorded },
    })
    const row = await findReport(db, tenant, reportId)
    if (!row) throw notFound()
    return row
  })
}
