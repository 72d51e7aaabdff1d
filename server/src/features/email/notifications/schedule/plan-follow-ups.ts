import { followUpsOf } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import {
  deleteUnplanned,
  listFirstMailsOf,
  listNotifiedMatches,
  type NotifiedMatch,
  type PlannedMail,
  upsertPlanned,
} from './planned-mails.queries.ts'

/**
 * Plans the follow-ups of first mails in the transaction that marks them. A crash therefore neither loses a reminder
 * nor plans it twice. Crosses organizations or runs for a tenant.
 */
export async function planFollowUps(
  db: Db,
  mails: readonly { readonly organizationId: number; readonly id: number }[],
  now: Date,
): Promise<void> {
  await plan(db, await listNotifiedMatches(db, mails), now)
}

/** Plans follow-ups again after deadlines of these matches were added, moved or removed. */
export async function replanFollowUps(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  if (donationIds.length === 0) return
  const told = await listFirstMailsOf(db, organizationIds, donationIds)
  const planned = await plan(db, told, now)
  await deleteUnplanned(db, organizationIds, donationIds, planned)
}

const rowsOf = (match: NotifiedMatch): PlannedMail[] =>
  followUpsOf(match).map(({ kind, at }) => ({
    organization_id: match.organizationId,
    donation_id: match.donationId,
    after_id: match.mailId,
    kind,
    send_at: at.toISOString(),
  }))

async function plan(db: Db, told: readonly NotifiedMatch[], now: Date): Promise<PlannedMail[]> {
  const planned = told.flatMap(rowsOf)
  if (planned.length > 0) await upsertPlanned(db, planned, now)
  return planned
}
