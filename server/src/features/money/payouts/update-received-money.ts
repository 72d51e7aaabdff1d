import { type Currency, findMove, moneyText } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { hasQuietHours, queueThanks } from '../../email/notifications/index.ts'
import { inFamily } from '../../matches/family/index.ts'
import {
  type JournaledStatus,
  moneyReceivedOperation,
  recordBeforeImages,
  takeJournaledStatus,
} from '../../matches/journal/index.ts'
import { changeMatches, deleteMatches, type EvaluationContext } from '../../matches/matches/index.ts'
import { lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import { type Received, sumReceived } from './received.queries.ts'

export type UpdateReceivedOptions = {
  readonly reason?: 'from_payout' | ''
  readonly reportId?: number | null
}

/**
 * Money completes a match that an employer may still decide on; without it, the previous status returns. The evaluation
 * lock must be held.
 */
export async function updateReceivedMoney(
  db: Db,
  context: EvaluationContext,
  donationIds: readonly number[],
  { reason = '', reportId = null }: UpdateReceivedOptions = {},
): Promise<void> {
  if (donationIds.length === 0) return
  await inFamily(db, context, async (familyContext) => {
    const { family } = familyContext.tenant
    const rows = await lockDonations(db, family, donationIds, { includeCombined: true })
    const received = await sumReceived(db, donationIds)
    const paid = rows.filter(({ id }) => (received.get(id)?.cents ?? 0) > 0)
    const unpaid = rows.filter((row) => !paid.includes(row))
    const firstPaid = paid.filter(({ received_cents }) => received_cents <= 0)
    await recordBeforeImages(db, moneyReceivedOperation, firstPaid, familyContext.platform.clock())
    const unpaidIds = unpaid.map(({ id }) => id)
    const before = await takeJournaledStatus(db, family, moneyReceivedOperation.id, unpaidIds)
    const changes = rows.flatMap((row) => {
      const sum = received.get(row.id)
      const after = sum && sum.cents > 0 ? whenPaid(row, sum, reason) : whenUnpaid(row, sum, before.get(row.id))
      return after.received_cents === row.received_cents &&
        after.payment_state === row.payment_state &&
        dayOf(after) === dayOf(row)
        ? []
        : [
            {
              ...changeOf(row, after, sum),
              since: after.status_id === row.status_id ? null : (before.get(row.id)?.status_changed_at ?? null),
            },
          ]
    })
    await changeMatches(db, { ...familyContext, mailsOnlyAbandoned: true }, changes)
    if (reportId !== null) await thank(db, familyContext, changes, reportId)
  })
}

/** A later payment of the same match causes no second mail. */
async function thank(
  db: Db,
  { platform, tenant }: EvaluationContext,
  changes: readonly { readonly row: MatchRow }[],
  reportId: number,
): Promise<void> {
  const complete = changes.filter(
    ({ row }) => row.status_id === 1 && row.received_cents > 0 && !row.inert && row.merged_into_id === null,
  )
  await queueThanks(
    db,
    tenant.family,
    complete.map(({ row }) => ({ organizationId: row.organization_id, donationId: row.id, donorId: row.donor_id })),
    {
      now: platform.clock(),
      delaySeconds: platform.config.mailDelaySeconds,
      keepsNight: hasQuietHours(platform.config),
      reportId,
    },
  )
}

const dayOf = ({ received_at }: MatchRow): string | undefined => received_at?.slice(0, 10)

function whenPaid(row: MatchRow, { cents, day, balance_cents }: Received, reason: 'from_payout' | ''): MatchRow {
  const canComplete = row.status_id !== 1 && findMove('complete', row.status_id, 'system') !== null
  return {
    ...row,
    received_cents: cents,
    received_at: `${day}T12:00:00Z`,
    payment_state: (balance_cents ?? 0) > 0 ? 'part_paid' : 'paid',
    ...(canComplete ? { status_id: 1, previous_status_id: null, reason_code: '' } : {}),
    ...(reason === '' ? {} : { reason_code: reason }),
  }
}

/** Keeps changes made to the match after it was completed. */
function whenUnpaid(row: MatchRow, received: Received | undefined, before: JournaledStatus | undefined): MatchRow {
  const cents = received?.cents ?? 0
  const after: MatchRow = { ...row, received_cents: cents, received_at: cents === 0 ? null : row.received_at }
  if (!before) return after
  const statusId = row.status_id === 1 ? before.status_id : row.status_id
  return {
    ...after,
    payment_state: before.payment_state,
    status_id: statusId,
    ...(statusId === row.status_id
      ? {}
      : { previous_status_id: before.previous_status_id, reason_code: before.reason_code }),
  }
}

function changeOf(row: MatchRow, after: MatchRow, received: Received | undefined) {
  const isPaid = after.received_cents > 0
  const money = moneyText(after.received_cents, row.currency satisfies Currency)
  const number = received?.reference ? `, payout ${received.reference}` : ''
  return {
    action: isPaid ? 'complete' : 'undone',
    before: row,
    row: after,
    why:
      isPaid && received
        ? `${money} received so far, last from ${received.payer || 'the company'}${number}.`
        : 'The payment was reversed.',
    also:
      after.received_cents === row.received_cents
        ? []
        : [{ field: 'received_cents', from: row.received_cents, to: after.received_cents }],
  } as const
}

export async function removeMatchesWithoutLines(
  db: Db,
  context: EvaluationContext,
  donationIds: readonly number[],
): Promise<void> {
  const receivedSums = await sumReceived(db, donationIds)
  const removedIds = donationIds.filter((id) => !receivedSums.has(id))
  if (removedIds.length > 0) await deleteMatches(db, context, removedIds)
}
