import { dayAt } from '@twofold/matching'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { insertSystemEmail } from '../../../email/system-emails/index.ts'
import { dayBefore, daysAfter, nextDayOf } from './mailing-days.ts'
import { advanceMailing, type DueMailing, deleteMailings, lockDueMailings } from './mailings.queries.ts'

const mailingsAtOnce = 100
/** Skipped after downtime or while the organization was closed. The next one is sent on its day. */
const lateMs = 2 * 86_400_000

/** Returns the number of due mailings. Email and schedule are one transaction, so each is queued exactly once. */
export const enqueueDueReports = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  limit = mailingsAtOnce,
): Promise<number> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const due = await lockDueMailings(db, now, limit)
    for (const mailing of due) await sendDueMailing(db, mailing, now)
    return due.length
  })

async function sendDueMailing(db: Db, due: DueMailing, now: Date): Promise<void> {
  const { organization_id: organizationId, report_id: reportId, user_id: userId } = due
  // A user who lost access does not receive the report again after rejoining.
  if (!due.may_see) {
    await deleteMailings(db, organizationId, { reportId, userIds: [userId] })
    return
  }
  const today = dayAt(now, due.time_zone) ?? due.next_day
  const next = nextDayOf(due, today)
  const shouldSend = due.is_open && now.getTime() - due.next_at.getTime() < lateMs
  if (shouldSend) {
    const parameters = {
      organizationId,
      reportId,
      userId,
      from: dayBefore(due, due.next_day),
      to: daysAfter(due.next_day, -1),
    }
    await insertSystemEmail(db, { kind: 'report', recipient: due.email, parameters, now })
  }
  await advanceMailing(db, due, next, shouldSend ? due.next_day : null)
}

export const fillReportEmailQueue = (platform: Platform) => async (): Promise<boolean> =>
  (await enqueueDueReports(platform)) >= mailingsAtOnce
