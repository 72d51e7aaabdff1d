import { dayAt } from '@twofold/matching'
import { acrossOrganizations, type Db } from '../../../../../platform/database/database.ts'
import type { Platform } from '../../../../../platform/services/platform.ts'
import { insertLetter } from '../../../../email/notifications/index.ts'
import { dayBefore, daysAfter, nextDayOf } from './mailing-days.ts'
import { type DueMailing, deleteMailings, lockDueMailings, moveOn } from './mailings.queries.ts'

const atOnce = 100
/** One that is later is no news: the product was down, or the organization closed. The next one comes on its day. */
const lateMs = 2 * 86_400_000

/**
 * Queues the mails of reports whose day has come; answers how many days were dealt with. The mail and the word that it was queued
 * are one transaction: a node that dies has sent each day's to all or will send it, once.
 */
export const sendReports = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  limit = atOnce,
): Promise<number> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const due = await lockDueMailings(db, now, limit)
    for (const one of due) await send(db, one, now)
    return due.length
  })

async function send(db: Db, due: DueMailing, now: Date): Promise<void> {
  const { organization_id: organizationId, report_id: reportId, user_id: userId } = due
  // Who left or lost sight of it does not get it again when they come back.
  if (!due.may_see) {
    await deleteMailings(db, organizationId, { reportId, userIds: [userId] })
    return
  }
  const today = dayAt(now, due.time_zone) ?? due.next_day
  const next = nextDayOf(due, today)
  const isWanted = due.is_open && now.getTime() - due.next_at.getTime() < lateMs
  if (isWanted) {
    const parameters = {
      organizationId,
      reportId,
      userId,
      from: dayBefore(due, due.next_day),
      to: daysAfter(due.next_day, -1),
    }
    await insertLetter(db, { kind: 'report', recipient: due.email, parameters, now })
  }
  await moveOn(db, due, next, isWanted ? due.next_day : null)
}

/** Fills the queue of letters with the reports whose day has come. */
export const fillReportLetters = (platform: Platform) => async (): Promise<boolean> =>
  (await sendReports(platform)) >= atOnce
