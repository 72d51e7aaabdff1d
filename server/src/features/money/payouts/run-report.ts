import type { payouts } from '@twofold/contract'
import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  type Tenant,
} from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { findFamilyIds } from '../../core/organizations/index.ts'
import {
  defaultLimits,
  type FileReader,
  FileRefused,
  findRememberedMap,
  rememberMap,
  type Table,
} from '../../donations/file-reading/index.ts'
import { hasRunningUndo } from '../../donations/undos/index.ts'
import { getPayoutContext } from './payout-context.ts'
import { layoutQuestionIds } from './reading/questions.ts'
import { readPayoutReport } from './reading/read-report.ts'
import { type PayoutRecordingContext, recordPayouts } from './record-payouts.ts'
import { askIfForeign, askIfGifts, askIfUnmatched, ConfirmationRequired, withAnsweredRows } from './report-questions.ts'
import {
  advanceReport,
  claimReport,
  failReport,
  findReport,
  finishReport,
  listReportPlatforms,
  lockPayouts,
  type ReportRow,
  saveReportQuestions,
} from './reports.queries.ts'
import { payoutQueue } from './start-report.ts'
import { findUndonePayments } from './undone-payments.ts'
import type { NewLine } from './write-payouts.queries.ts'

const jobData = z.object({ organizationId: z.number(), reportId: z.number() })

/** Below the queue's retry limit, so that a report always ends with a message. */
const maxAttempts = 4
/** Ends before the job's heartbeat expires if the database is in trouble. */
const recordingTimeoutMs = 120_000

const retryAfterSeconds = 2

const repeatedFailureMessage =
  'Something went wrong on our side while reading this report. Nothing was recorded. Upload it again, and contact us if it keeps happening.'

export type ReportWorker = {
  readonly platform: Platform
  readonly reader: FileReader
  readonly directory: Directory
}

class AttemptsExhausted extends Error {}

/** Repeatable after a crash: money and state are written in one transaction. */
export async function runReport(worker: ReportWorker, data: unknown, signal: AbortSignal): Promise<void> {
  const { platform } = worker
  const { organizationId, reportId } = jobData.parse(data)
  const { database, clock } = platform
  const family = await acrossOrganizations(database, (db) => findFamilyIds(db, organizationId), { readOnly: true })
  if (family.length === 0) return // the organization and its reports were deleted
  const tenant = grantTenant(organizationId, family)
  const failWithMessage = (message: string) =>
    inTenant(database, tenant, (db) => failReport(db, tenant, reportId, message, clock()))
  let attempts = 0
  try {
    await inTenant(
      database,
      tenant,
      async (db, client) => {
        await lockPayouts(db, tenant)
        if (await hasRunningUndo(db, 'payout_reports', tenant))
          return platform.jobs.add(client, payoutQueue, { organizationId, reportId }, retryAfterSeconds)
        const claimedAttempts = await inTenant(database.auxiliary, tenant, (auxiliaryDb) =>
          claimReport(auxiliaryDb, tenant, reportId),
        )
        if (claimedAttempts === null) return
        attempts = claimedAttempts
        if (attempts > maxAttempts) throw new AttemptsExhausted()
        const row = await findReport(db, tenant, reportId)
        if (row) await runOnce(worker, { db, tenant, row, signal })
      },
      { timeoutMs: recordingTimeoutMs },
    )
  } catch (error) {
    if (error instanceof ConfirmationRequired) {
      const { lines, questions } = error
      return inTenant(database, tenant, (db) => saveReportQuestions(db, tenant, reportId, { lines, questions }))
    }
    if (error instanceof FileRefused && !['cancelled', 'reader_failed'].includes(error.code))
      return failWithMessage(error.message)
    if (error instanceof AttemptsExhausted) return failWithMessage(repeatedFailureMessage)
    if (signal.aborted || attempts < maxAttempts) throw error
    platform.log.error({ problem: error instanceof Error ? error.stack : String(error), reportId }, 'report given up')
    await failWithMessage(repeatedFailureMessage)
  }
}

type ReportRun = { readonly db: Db; readonly tenant: Tenant; readonly row: ReportRow; readonly signal: AbortSignal }

async function runOnce({ platform, reader, directory }: ReportWorker, { db, tenant, row, signal }: ReportRun) {
  const bytes = await platform.files.read(row.file_key ?? '')
  const fileName = row.file_name ?? ''
  const table = await reader.readTable(
    { bytes },
    { owner: tenant.organizationId, fileName, limits: defaultLimits, signal },
  )
  const payoutContext = await getPayoutContext(db, tenant, row.created_at)
  const { organizations } = payoutContext
  const layout = payoutLayout(table)
  const { index } = await directory.current()
  const wholeReport = readPayoutReport({
    table,
    fileName,
    platforms: await listReportPlatforms(db),
    currency: payoutContext.currency,
    today: payoutContext.today,
    isCompany: (text) => index.find({ companyId: null, text, earlierCompanyId: null, email: '' }).companyId !== null,
    answers: row.answers,
  })
  const report = withAnsweredRows(wholeReport, organizations, row.answers)
  const remembered = (await findRememberedMap(db, tenant, layout))?.answers ?? {}
  const ask = (questions: readonly payouts.ReportQuestion[]) => {
    const open = questions.filter(({ id }) => !Object.hasOwn(row.answers, id))
    if (open.length > 0)
      throw new ConfirmationRequired(
        open.map((question) => withRememberedAnswer(question, remembered)),
        table.rows.length,
      )
  }
  // A separate transaction, visible before the commit. Its failure must not abort the report.
  const reportProgress = (done: number) =>
    inTenant(platform.database.auxiliary, tenant, (auxiliaryDb) =>
      advanceReport(auxiliaryDb, tenant, row.id, { done: done + report.refused.length, lines: table.rows.length }),
    ).catch((error: Error) => platform.log.warn({ problem: error.message }, 'progress of a report was not sent'))
  await reportProgress(0)
  const context = { ...payoutContext, platform, tenant, directory, userId: row.user_id, reportId: row.id }
  const lines = table.rows.length
  ask([...report.questions, ...askIfGifts(report), ...askIfForeign(wholeReport, organizations)])
  const confirmRecording = (newLines: readonly NewLine[], knownCount: number) => {
    if (knownCount === 0) ask(askIfUnmatched(newLines, report, organizations))
  }
  const undone = await findUndonePayments(db, tenant, report.voided)
  const counts = await recordPayouts(
    db,
    { ...createRecordingContext(context), reportProgress, confirmRecording },
    report.payouts,
  )
  const warnings = [...report.warnings, ...undone.warnings, ...currencyWarning(counts.inOtherCurrency)]
  const outcome = {
    ...counts,
    lines,
    refused: report.refused,
    warnings,
    linesToVoid: undone.lineIds,
    payoutsToVoid: undone.payoutIds,
  }
  const isFinished = await finishReport(db, tenant, row.id, outcome, platform.clock())
  if (!isFinished) throw new Error('a report ended while it ran')
  const answers = Object.fromEntries(Object.entries(row.answers).filter(([id]) => layoutQuestionIds.has(id)))
  if (Object.keys(answers).length > 0)
    await rememberMap(db, tenant, {
      headers: layout,
      map: {},
      answers: { ...remembered, ...answers },
      userId: row.user_id,
      now: platform.clock(),
    })
}

/** Headers of donation files are never written like the first word. */
const payoutLayout = ({ headers }: Pick<Table, 'headers'>): string[] => ['payout report', ...headers]

const withRememberedAnswer = (
  question: payouts.ReportQuestion,
  remembered: Readonly<Record<string, string>>,
): payouts.ReportQuestion => {
  const answer = remembered[question.id]
  return question.options.some(({ value }) => value === answer) ? { ...question, answer: answer ?? '' } : question
}

const maxNamedRows = 10

function currencyWarning(rows: readonly number[]): string[] {
  if (rows.length === 0) return []
  const namedRowNumbers = rows.slice(0, maxNamedRows).join(', ')
  const moreText = rows.length > maxNamedRows ? ` and ${rows.length - maxNamedRows} more` : ''
  const [rowsText, consequence] =
    rows.length === 1
      ? [`Row ${namedRowNumbers} names a gift`, 'it waits and doesn’t count toward that gift']
      : [`Rows ${namedRowNumbers}${moreText} name gifts`, 'they wait and don’t count toward those gifts']
  return [`${rowsText} in the other currency. We don’t convert money, so ${consequence}.`]
}

export const createRecordingContext = (
  options: Pick<
    PayoutRecordingContext,
    'platform' | 'tenant' | 'directory' | 'userId' | 'reportId' | 'isTyped' | 'organizations' | 'today'
  >,
): PayoutRecordingContext => ({
  ...options,
  actor: { kind: 'system', userId: options.userId },
  importId: null,
  optIn: false,
  mailWithoutEmployer: false,
})
