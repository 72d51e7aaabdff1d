import { bulkChanges, type mails } from '@twofold/contract'
import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { findFamilyIds } from '../../../core/organizations/index.ts'
import { reviewMails } from '../../../email/notifications/index.ts'
import {
  lockDonations,
  lockDonorsForEvaluation,
  moveMatches,
  type UndoResult,
  undoOperation,
} from '../../../matches/matches/index.ts'
import { loadActionCheck } from '../action-permissions.ts'
import type { RecordingContext } from '../record-donations.ts'
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
const atOnce = 50
const stepTimeoutMs = 60_000
// The undo journal keeps entries for an hour. Later, canceled matches are restored by a status change.
const keptMs = 50 * 60_000

type Step = BulkWorker & { readonly tenant: Tenant; readonly bulk: BulkRow }

/** Continues from any state. Each step is one transaction with its position, so no run repeats anything. */
export async function runBulkChange(worker: BulkWorker, data: unknown, signal?: AbortSignal): Promise<void> {
  const { platform } = worker
  const { organizationId, bulkId } = jobData.parse(data)
  const family = await acrossOrganizations(platform.database, (db) => findFamilyIds(db, organizationId), {
    readOnly: true,
  })
  if (family.length === 0) return
  const tenant = grantTenant(organizationId, family)
  for (;;) {
    signal?.throwIfAborted()
    const bulk = await inTenant(platform.database, tenant, (db) => findBulkChange(db, tenant, bulkId), {
      readOnly: true,
    })
    if (bulk === null) return
    const step: Step = { ...worker, tenant, bulk }
    if (bulk.state === 'counting') await countMails(step)
    else if (bulk.state === 'running') await changeSome(step)
    else if (bulk.state === 'undoing') await undoSome(step)
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

const inStep = <T>({ platform, tenant }: Step, work: (db: Db) => Promise<T>, rehearsal = false): Promise<T> =>
  inTenant(platform.database, tenant, work, { timeoutMs: stepTimeoutMs, rehearsal })

/** The change is made in a transaction that is rolled back. */
async function countMails(step: Step): Promise<void> {
  const { platform, tenant, bulk } = step
  const { id, counted_to: from } = bulk
  const places = await inStep(step, (db) => listPendingItems(db, tenant, id, from, atOnce))
  const last = places.at(-1)
  if (!last) {
    await inStep(step, (db) =>
      transitionBulkChange(db, tenant, id, { from: 'counting', to: 'ready', now: platform.clock() }),
    )
    return
  }
  const counted = await inStep(
    step,
    async (db) => {
      await changeThese(db, step, places)
      return reviewMails(db, { platform, tenant }, 'of this transaction')
    },
    true,
  ).catch(refusedAsNothing)
  const review = together(bulk.review, counted)
  await inStep(step, (db) => saveReview(db, tenant, id, { from, to: last.place, review }))
}

function refusedAsNothing(error: unknown): mails.SendReview | null {
  if (error instanceof Refusal) return null
  throw error
}

const noMails: mails.SendReview = {
  mails: 0,
  held: 0,
  first_at: null,
  last_at: null,
  not_sent: [],
  waits_because: null,
  sample: null,
  is_whole: true,
}

function together(before: mails.SendReview | null, now: mails.SendReview | null): mails.SendReview {
  const one = before ?? noMails
  const other = now ?? noMails
  const reasons = new Map(one.not_sent.map(({ why, count }) => [why, count]))
  for (const { why, count } of other.not_sent) reasons.set(why, (reasons.get(why) ?? 0) + count)
  const times = (at: 'first_at' | 'last_at') => [one[at], other[at]].filter((time) => time !== null).sort()
  return {
    mails: one.mails + other.mails,
    held: one.held + other.held,
    first_at: times('first_at').at(0) ?? null,
    last_at: times('last_at').at(-1) ?? null,
    not_sent: [...reasons].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count),
    ...(one.listed || other.listed ? { listed: (one.listed ?? 0) + (other.listed ?? 0) } : {}),
    email_limit: one.email_limit ?? other.email_limit,
    waits_because: one.waits_because ?? other.waits_because,
    sample: one.sample ?? other.sample,
    is_whole: one.is_whole && other.is_whole,
  }
}

/** An unexpected refusal makes it run the matches one by one to find the refused one. */
async function changeSome(step: Step, some = atOnce): Promise<void> {
  const { platform, tenant, bulk } = step
  try {
    await inStep(step, async (db) => {
      const held = await lockBulkChange(db, tenant, bulk.id)
      if (held?.state !== 'running') return
      const places = await listPendingItems(db, tenant, bulk.id, 0, some)
      if (places.length === 0) {
        await transitionBulkChange(db, tenant, bulk.id, { from: 'running', to: 'done', now: platform.clock() })
        return
      }
      await saveOutcomes(db, tenant, bulk.id, await changeThese(db, step, places, bulk.undo_id))
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (some === 1) return refuseNext(step, error.message)
    for (let count = 0; count < some; count++) await changeSome(step, 1)
  }
}

async function refuseNext(step: Step, why: string): Promise<void> {
  const { tenant, bulk } = step
  await inStep(step, async (db) => {
    const held = await lockBulkChange(db, tenant, bulk.id)
    if (held?.state !== 'running') return
    const [next] = await listPendingItems(db, tenant, bulk.id, 0, 1)
    if (next) await saveOutcomes(db, tenant, bulk.id, [{ donation_id: next.donation_id, outcome: 'refused', why }])
  })
}

const { bulkMessages } = bulkChanges

async function changeThese(db: Db, step: Step, places: readonly BulkItem[], undoId?: string) {
  const { platform, tenant, bulk } = step
  const { action, level } = bulk
  const chosen = places.map(({ donation_id }) => donation_id)
  await lockSteps(db, tenant)
  await lockDonorsForEvaluation(db, tenant.family, { donationIds: chosen })
  const rows = await lockDonations(db, tenant.family, chosen)
  const whyNot = await loadActionCheck(db, { platform, level }, rows, action)
  const found = new Map(rows.map((row) => [row.id, row]))
  const outcomes = places.map(({ donation_id, status_id }) => {
    const row = found.get(donation_id)
    const why = !row ? bulkMessages.gone : row.status_id === status_id ? whyNot(row) : bulkMessages.movedOn
    return { donation_id, outcome: why === null ? ('done' as const) : ('refused' as const), why: why ?? '' }
  })
  const donationIds = outcomes.filter(({ outcome }) => outcome === 'done').map(({ donation_id }) => donation_id)
  if (donationIds.length > 0) {
    await moveMatches(db, contextOf(step, undoId), { donationIds, action, startsOver: action === 'evaluate' })
    await markRefundedCharges(db, tenant.family, donationIds)
  }
  return outcomes
}

/** Restores only the status if the undo journal has expired. */
async function undoSome(step: Step): Promise<void> {
  const { platform, tenant, bulk } = step
  await inStep(step, async (db) => {
    const held = await lockBulkChange(db, tenant, bulk.id)
    if (held?.state !== 'undoing') return
    const now = platform.clock()
    await lockSteps(db, tenant)
    const isKept = bulk.started_at !== null && now.getTime() < bulk.started_at.getTime() + keptMs
    const { restored: back, changedSince: kept } = isKept
      ? await undoOperation(db, contextOf(step), bulk.undo_id, { atMost: atOnce })
      : await bringBack(db, step)
    if (back.length + kept.length === 0) {
      await transitionBulkChange(db, tenant, bulk.id, { from: 'undoing', to: 'undone', now })
      return
    }
    await markRefundedCharges(db, tenant.family, back)
    await saveOutcomes(db, tenant, bulk.id, [
      ...back.map((donation_id) => ({ donation_id, outcome: 'taken_back' as const, why: '' })),
      ...kept.map((donation_id) => ({ donation_id, outcome: 'kept' as const, why: bulkMessages.movedOn })),
    ])
  })
}

async function bringBack(db: Db, step: Step): Promise<UndoResult> {
  const { tenant, bulk } = step
  const places = await listStillCancelled(db, tenant, bulk.id, atOnce)
  await lockDonorsForEvaluation(db, tenant.family, { donationIds: places.map(({ donation_id }) => donation_id) })
  const [still, others] = [true, false].map((isCancelled) =>
    places.filter(({ status_id }) => (status_id === 12) === isCancelled).map(({ donation_id }) => donation_id),
  )
  const moved = await moveMatches(db, contextOf(step), {
    donationIds: still ?? [],
    action: 'restore',
    whereAllowed: true,
  })
  const back = moved.map(({ id }) => id)
  return { restored: back, changedSince: [...(others ?? []), ...(still ?? []).filter((id) => !back.includes(id))] }
}
