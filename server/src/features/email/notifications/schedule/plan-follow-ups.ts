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

/** Must run in the transaction that marks the first emails: a crash neither loses a reminder nor plans it twice. */
export async function planFollowUps(
  db: Db,
  mails: readonly { readonly organizationId: number; readonly id: number }[],
  now: Date,
): Promise<void> {
  await plan(db, await listNotifiedMatches(db, mails), now)
}

export async function replanFollowUps(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  if (donationIds.length === 0) return
  const matches = await listFirstMailsOf(db, organizationIds, donationIds)
  const planned = await plan(db, matches, now)
  await deleteUnplanned(db, organizationIds, donationIds, planned)
}

const toPlannedMails = (match: NotifiedMatch): PlannedMail[] =>
  followUpsOf(match).map(({ kind, at }) => ({
    organization_id: match.organizationId,
    donation_id: match.donationId,
    after_id: match.mailId,
    kind,
    send_at: at.toISOString(),
  }))

async function plan(db: Db, matches: readonly NotifiedMatch[], now: Date): Promise<PlannedMail[]> {
  const planned = matches.flatMap(toPlannedMails)
  if (planned.length > 0) await upsertPlanned(db, planned, now)
  return planned
}
