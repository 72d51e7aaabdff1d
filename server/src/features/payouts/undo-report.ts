import { payouts } from '@twofold/contract'
import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeAudit } from '../audit/index.ts'
import type { Directory } from '../companies/index.ts'
import type { Writing } from '../donations/index.ts'
import { type EvaluationContext, lockEvaluating, removeMatches } from '../matches/index.ts'
import { giveUpThanks } from '../notifications/index.ts'
import { findFamilyIds } from '../organizations/index.ts'
import { deleteReportLines, listTiedLines, takeOutEntries } from './lines.queries.ts'
import { sumReceived } from './received.queries.ts'
import {
  advanceReport,
  beginUndo,
  beginUndoAgain,
  endUndo,
  findReport,
  type ReportRow,
  takeUpUndo,
  waitForPayouts,
} from './reports.queries.ts'
import { settleReceived } from './settle-received.ts'
import { sumUpPayouts } from './write-payouts.queries.ts'

export const undoPayoutsQueue = 'payout_undos'

/**
 * Has a report taken back in the background, because one of thousands of lines takes seconds. Pressed twice it is one undo; where
 * the job of the first time was lost, there is a new one.
 */
export async function startUndo(call: Writing, reportId: number): Promise<ReportRow> {
  const { platform, tenant, caller, level } = call
  return inTenant(platform.database, tenant, async (db, client) => {
    const isNew = await beginUndo(db, tenant, reportId, platform.clock())
    const row = await findReport(db, tenant, reportId)
    if (!row) throw notFound()
    if (row.state !== 'undoing') throw new Refusal('conflict', payouts.payoutMessages.notDone)
    const which = { organizationId: tenant.organizationId, reportId }
    if (!isNew) {
      if (await platform.jobs.isWaited(client, undoPayoutsQueue, which)) return row
      await beginUndoAgain(db, tenant, reportId)
    }
    await platform.jobs.add(client, undoPayoutsQueue, undoJob({ ...which, userId: caller.user.id, level }))
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'asked to undo',
      subject: 'payout report',
      subjectId: reportId,
      before: { file: row.file_name ?? '' },
    })
    return row
  })
}

const jobData = z.object({
  organizationId: z.number(),
  reportId: z.number(),
  userId: z.number(),
  level: z.enum(['read', 'write', 'admin', 'super']),
})

export const undoJob = (job: z.input<typeof jobData>): z.input<typeof jobData> => job

/** Below the retries of the queue, so that an undo always ends. */
const attemptsAtMost = 4
const undoTimeoutMs = 120_000
/** Others hear how far it is after so many matches. */
const takenBackAtOnce = 500

type UndoWorker = { readonly platform: Platform; readonly directory: Directory }

/** Runs one undo to its end, in one transaction: a second run after a crash finds either nothing of the first or all of it. */
export async function runUndo(worker: UndoWorker, data: unknown, signal: AbortSignal): Promise<void> {
  const { database, log } = worker.platform
  const { organizationId, reportId, userId, level } = jobData.parse(data)
  const family = await acrossOrganizations(database, (db) => findFamilyIds(db, organizationId), { readOnly: true })
  if (family.length === 0) return // the organization is gone, and its reports with it
  const tenant = grantTenant(organizationId, family)
  const attempts = await inTenant(database, tenant, (db) => takeUpUndo(db, tenant, reportId))
  if (attempts === null) return
  const doing: Undoing = { reportId, userId, level }
  const giveUp = (problem: string) => {
    log.error({ problem, reportId }, 'undo given up')
    return inTenant(database, tenant, (db) => end(db, { ...worker, tenant }, doing, payouts.payoutMessages.notUndone))
  }
  // Those before were killed; another one might be, and this one can still say so.
  if (attempts > attemptsAtMost) return giveUp('its workers were killed')
  try {
    const context: EvaluationContext = { ...worker, tenant, actor: { kind: 'user', userId, level } }
    await inTenant(database, tenant, (db) => takeBack(db, context, doing), { timeoutMs: undoTimeoutMs })
  } catch (error) {
    if (signal.aborted || attempts < attemptsAtMost) throw error
    await giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
}

type Undoing = Pick<z.infer<typeof jobData>, 'reportId' | 'userId' | 'level'>
type Ending = Pick<EvaluationContext, 'platform' | 'tenant'>

/** The report's end and what the trail says of it are one. @throws where another worker ended it meanwhile */
async function end(
  db: Db,
  { platform, tenant }: Ending,
  { reportId, userId, level }: Undoing,
  failed: string | null,
): Promise<void> {
  if (!(await endUndo(db, tenant, reportId, failed))) throw new Error('an undo ended while it ran')
  const row = await findReport(db, tenant, reportId)
  const caller = { user: { id: userId, globalPermission: level === 'super' ? 'super' : null } }
  const by = { platform, caller, request: { ip: '', id: '' } }
  await writeAudit(db, by, {
    organizationId: tenant.organizationId,
    action: failed === null ? 'undone' : 'not undone',
    subject: 'payout report',
    subjectId: reportId,
    before: { file: row?.file_name ?? '' },
  })
}

/** Matches go back to where they were, those that the report added go. */
async function takeBack(db: Db, context: EvaluationContext, doing: Undoing): Promise<void> {
  const { reportId, userId } = doing
  const { platform, tenant } = context
  await waitForPayouts(db, tenant)
  const row = await findReport(db, tenant, reportId)
  if (row?.state !== 'undoing') return
  await lockEvaluating(db, tenant.family)
  const tied = await listTiedLines(db, tenant, reportId)
  const by = { userId, why: 'The report was undone', now: platform.clock() }
  await takeOutEntries(
    db,
    tenant,
    tied.map(({ id }) => id),
    by,
  )
  await sumUpPayouts(db, tenant, await deleteReportLines(db, tenant, reportId))
  const added = new Set(tied.flatMap(({ donation_id, tied_by }) => (tied_by === 'new' ? [donation_id] : [])))
  await removeUnpaid(db, context, tenant, [...added])
  // Beside the transaction, so that others see it before that commits; nothing of it is worth losing that.
  const tell = (done: number) =>
    inTenant(platform.database, tenant, (own) =>
      advanceReport(own, tenant, reportId, { done, lines: row.lines }),
    ).catch((error: Error) => platform.log.warn({ problem: error.message }, 'progress of an undo was not told'))
  const matches = [...new Set(tied.map(({ donation_id }) => donation_id))]
  for (let at = 0; at < matches.length; at += takenBackAtOnce) {
    await tell(at)
    await settleReceived(db, context, matches.slice(at, at + takenBackAtOnce))
  }
  await giveUpThanks(db, tenant.family, reportId)
  await end(db, context, doing, null)
}

/** Matches that were made of payout lines go with the last of these. */
export async function removeUnpaid(
  db: Db,
  context: EvaluationContext,
  tenant: Tenant,
  donationIds: readonly number[],
): Promise<void> {
  const left = await sumReceived(db, tenant.family, donationIds)
  const gone = donationIds.filter((id) => !left.has(id))
  if (gone.length > 0) await removeMatches(db, context, gone)
}
