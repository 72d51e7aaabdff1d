import { bulkChanges, type mails } from '@twofold/contract'
import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { findFamilyIds } from '../../../core/organizations/index.ts'
import { reviewMails } from '../../../email/notifications/index.ts'
import { lockDonorsForEvaluation } from '../../../matches/family/index.ts'
import { moveMatches, type UndoResult, undoOperation } from '../../../matches/matches/index.ts'
import { lockDonations } from '../../../matches/rows/index.ts'
import type { RecordingContext } from '../../recording/index.ts'
import { loadActionCheck } from '../action-permissions.ts'
import { markRefundedCharges } from '../staff-changes.queries.ts'
import {
  type BulkItem,
  type BulkRow,
  findBulkChange,
  listPendingItems,
  listStillCancelled,
  lockBulkChange,
  lockSteps,
  saveOutcomes,
  saveReview,
  transitionBulkChange,
} from './bulk.queries.ts'

export type BulkWorker = { readonly platform: Platform; readonly directory: Directory }

const jobData = z.object({ organizationId: z.number(), bulkId: z.number() })

/** Concurrent writes to the same donors wait for one step at most; '& Re-Email' is the most expensive. */
const itemsAtOnce = 50
const stepTimeoutMs = 60_000
// The undo journal keeps entries for an hour. Later, canceled matches are restored by a status change.
const undoRetentionMs = 50 * 60_000

type Step = BulkWorker & { readonly tenant: Tenant; readonly bulk: BulkRow }

/** Continues from any state. Each step is one transaction with its position, so no run repeats anything. */
export async function runBulkChange(worker: BulkWorker, data: unknown, signal?: AbortSignal): Promise<void> {
  const { platform } = worker
  const { organizationId, bulkId } = jobData.parse(data)
  const family = await acrossOrganizations(readOnly(platform.database), (db) => findFamilyIds(db, organizationId))
  if (family.length === 0) return
  const tenant = grantTenant(organizationId, family)
  for (;;) {
    signal?.throwIfAborted()
    const bulk = await inTenant(readOnly(platform.database), tenant, (db) => findBulkChange(db, tenant, bulkId))
    if (bulk === null) return
    const step: Step = { ...worker, tenant, bulk }
    if (bulk.state === 'counting') await countMails(step)
    else if (bulk.state === 'running') await changeBatch(step)
    else if (bulk.state === 'undoing') await undoBatch(step)
    else return
  }
}

const contextOf = ({ platform, directory, tenant, bulk }: Step, undoId?: string): RecordingContext => ({
  platform,
  tenant,
  directory,
  actor: { kind: 'user', userId: bulk.user_id, level: bulk.level },
  importId: null,
  optIn: false,
  mailWithoutEmployer: true,
  holdsPeople: true,
  ...(undoId === undefined ? {} : { operation: { id: undoId, kind: 'staff' } }),
})

const inStep = <T>({ platform, tenant }: Step, work: (db: Db) => Promise<T>, dryRun = false): Promise<T> =>
  inTenant(platform.database, tenant, work, { timeoutMs: stepTimeoutMs, dryRun })

/** The change is made in a transaction that is rolled back. */
async function countMails(step: Step): Promise<void> {
  const { platform, tenant, bulk } = step
  const { id, counted_to: from } = bulk
  const items = await inStep(step, (db) => listPendingItems(db, tenant, id, from, itemsAtOnce))
  const last = items.at(-1)
  if (!last) {
    await inStep(step, (db) =>
      transitionBulkChange(db, tenant, id, { from: 'counting', to: 'ready', now: platform.clock() }),
    )
    return
  }
  const counted = await inStep(
    step,
    async (db) => {
      await changeItems(db, step, items)
      return reviewMails(db, { platform, tenant }, 'of this transaction')
    },
    true,
  ).catch(nullOnRefusal)
  const review = combineReviews(bulk.review, counted)
  await inStep(step, (db) => saveReview(db, tenant, id, { from, to: last.place, review }))
}

function nullOnRefusal(error: unknown): mails.SendReview | null {
  if (error instanceof Refusal) return null
  throw error
}

const emptyReview: mails.SendReview = {
  mails: 0,
  held: 0,
  first_at: null,
  last_at: null,
  not_sent: [],
  waits_because: null,
  sample: null,
  is_whole: true,
}

function combineReviews(previous: mails.SendReview | null, current: mails.SendReview | null): mails.SendReview {
  const first = previous ?? emptyReview
  const second = current ?? emptyReview
  const reasons = new Map(first.not_sent.map(({ why, count }) => [why, count]))
  for (const { why, count } of second.not_sent) reasons.set(why, (reasons.get(why) ?? 0) + count)
  const times = (at: 'first_at' | 'last_at') => [first[at], second[at]].filter((time) => time !== null).sort()
  return {
    mails: first.mails + second.mails,
    held: first.held + second.held,
    first_at: times('first_at').at(0) ?? null,
    last_at: times('last_at').at(-1) ?? null,
    not_sent: [...reasons].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count),
    ...(first.listed || second.listed ? { listed: (first.listed ?? 0) + (second.listed ?? 0) } : {}),
    email_limit: first.email_limit ?? second.email_limit,
    waits_because: first.waits_because ?? second.waits_because,
    sample: first.sample ?? second.sample,
    is_whole: first.is_whole && second.is_whole,
  }
}

/** An unexpected refusal makes it run the matches one by one to find the refused one. */
async function changeBatch(step: Step, batchSize = itemsAtOnce): Promise<void> {
  const { platform, tenant, bulk } = step
  try {
    await inStep(step, async (db) => {
      const lockedBulk = await lockBulkChange(db, tenant, bulk.id)
      if (lockedBulk?.state !== 'running') return
      const items = await listPendingItems(db, tenant, bulk.id, 0, batchSize)
      if (items.length === 0) {
        await transitionBulkChange(db, tenant, bulk.id, { from: 'running', to: 'done', now: platform.clock() })
        return
      }
      await saveOutcomes(db, tenant, bulk.id, await changeItems(db, step, items, bulk.undo_id))
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (batchSize === 1) return refuseNext(step, error.message)
    for (let count = 0; count < batchSize; count++) await changeBatch(step, 1)
  }
}

async function refuseNext(step: Step, why: string): Promise<void> {
  const { tenant, bulk } = step
  await inStep(step, async (db) => {
    const lockedBulk = await lockBulkChange(db, tenant, bulk.id)
    if (lockedBulk?.state !== 'running') return
    const [next] = await listPendingItems(db, tenant, bulk.id, 0, 1)
    if (next) await saveOutcomes(db, tenant, bulk.id, [{ donation_id: next.donation_id, outcome: 'refused', why }])
  })
}

const { bulkMessages } = bulkChanges

async function changeItems(db: Db, step: Step, items: readonly BulkItem[], undoId?: string) {
  const { platform, tenant, bulk } = step
  const { action, level } = bulk
  const chosenIds = items.map(({ donation_id }) => donation_id)
  await lockSteps(db, tenant)
  await lockDonorsForEvaluation(db, tenant.family, { donationIds: chosenIds })
  const rows = await lockDonations(db, tenant.family, chosenIds)
  const findReason = await loadActionCheck(db, { platform, level }, rows, action)
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const outcomes = items.map(({ donation_id, status_id }) => {
    const row = rowById.get(donation_id)
    const reason = !row ? bulkMessages.gone : row.status_id === status_id ? findReason(row) : bulkMessages.movedOn
    return { donation_id, outcome: reason === null ? ('done' as const) : ('refused' as const), why: reason ?? '' }
  })
  const donationIds = outcomes.filter(({ outcome }) => outcome === 'done').map(({ donation_id }) => donation_id)
  if (donationIds.length > 0) {
    await moveMatches(db, contextOf(step, undoId), { donationIds, action, startsOver: action === 'evaluate' })
    await markRefundedCharges(db, tenant.family, donationIds)
  }
  return outcomes
}

/** Restores only the status if the undo journal has expired. */
async function undoBatch(step: Step): Promise<void> {
  const { platform, tenant, bulk } = step
  await inStep(step, async (db) => {
    const lockedBulk = await lockBulkChange(db, tenant, bulk.id)
    if (lockedBulk?.state !== 'undoing') return
    const now = platform.clock()
    await lockSteps(db, tenant)
    const canStillUndo = bulk.started_at !== null && now.getTime() < bulk.started_at.getTime() + undoRetentionMs
    const { restored: restoredIds, changedSince: changedIds } = canStillUndo
      ? await undoOperation(db, contextOf(step), bulk.undo_id, { atMost: itemsAtOnce })
      : await restoreCancelled(db, step)
    if (restoredIds.length + changedIds.length === 0) {
      await transitionBulkChange(db, tenant, bulk.id, { from: 'undoing', to: 'undone', now })
      return
    }
    await markRefundedCharges(db, tenant.family, restoredIds)
    await saveOutcomes(db, tenant, bulk.id, [
      ...restoredIds.map((donation_id) => ({ donation_id, outcome: 'undone' as const, why: '' })),
      ...changedIds.map((donation_id) => ({ donation_id, outcome: 'kept' as const, why: bulkMessages.movedOn })),
    ])
  })
}

async function restoreCancelled(db: Db, step: Step): Promise<UndoResult> {
  const { tenant, bulk } = step
  const items = await listStillCancelled(db, tenant, bulk.id, itemsAtOnce)
  await lockDonorsForEvaluation(db, tenant.family, { donationIds: items.map(({ donation_id }) => donation_id) })
  const [stillCancelledIds, changedIds] = [true, false].map((isCancelled) =>
    items.filter(({ status_id }) => (status_id === 12) === isCancelled).map(({ donation_id }) => donation_id),
  )
  const moved = await moveMatches(db, contextOf(step), {
    donationIds: stillCancelledIds ?? [],
    action: 'restore',
    whereAllowed: true,
  })
  const restoredIds = moved.map(({ id }) => id)
  return {
    restored: restoredIds,
    changedSince: [...(changedIds ?? []), ...(stillCancelledIds ?? []).filter((id) => !restoredIds.includes(id))],
  }
}
