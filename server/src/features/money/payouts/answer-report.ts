import { payouts } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { answerReport, failReport, findReport, lockPayouts, type ReportRow } from './reports.queries.ts'
import { payoutQueue } from './start-report.ts'

const { payoutMessages: messages } = payouts

/** Questions without an answer keep the preselected one. @throws Refusal conflict; invalid */
export function answerReportQuestions(
  call: WriteCall,
  reportId: number,
  given: Readonly<Record<string, string>>,
): Promise<ReportRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db, client) => {
    await lockPayouts(db, tenant)
    const report = await findReport(db, tenant, reportId)
    if (!report) throw notFound()
    if (report.state !== 'asking') throw new Refusal('conflict', messages.notAsked)
    const answers = Object.fromEntries(report.questions.map((question) => [question.id, chooseOption(question, given)]))
    if (Object.values(answers).includes(payouts.stopAnswer))
      await failReport(db, tenant, reportId, messages.notRecorded, platform.clock())
    else {
      await answerReport(db, tenant, reportId, answers)
      await platform.jobs.add(client, payoutQueue, { organizationId: tenant.organizationId, reportId })
    }
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'answered',
      subject: 'payout report',
      subjectId: reportId,
      after: { recorded: !Object.values(answers).includes(payouts.stopAnswer) },
    })
    const row = await findReport(db, tenant, reportId)
    if (!row) throw notFound()
    return row
  })
}

function chooseOption(question: payouts.ReportQuestion, given: Readonly<Record<string, string>>): string {
  const answer = given[question.id] ?? question.answer
  if (question.options.some(({ value }) => value === answer)) return answer
  throw new Refusal('invalid', messages.answerOptions, { fields: { [question.id]: messages.answerOptions } })
}
