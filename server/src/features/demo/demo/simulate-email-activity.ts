import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listFirstSubjects } from '../../email/notifications/index.ts'
import { type EmailActivity, listQueuedMails, markSent } from './demo.queries.ts'
import type { Random } from './random.ts'

/** Later emails stay queued and are sent, so that the outbox is not empty. */
const unsentHours = 12

/** Nothing is sent. Donors who acted opened and clicked before. */
export async function simulateEmailActivity(db: Db, tenant: Tenant, random: Random, now: Date): Promise<void> {
  const sentUntil = new Date(now.getTime() - unsentHours * 3_600_000)
  const mails = await listQueuedMails(db, tenant.family, sentUntil)
  const subjects = await listFirstSubjects(
    db,
    mails.map((mail) => ({
      organizationId: mail.organization_id,
      donationId: mail.donation_id,
      donorId: mail.donor_id,
      statusId: mail.status_id,
    })),
    now,
  )
  const lastMailIds = new Map(mails.map(({ donation_id, id }) => [donation_id, id]))
  const marks = mails.map((mail, index): EmailActivity => {
    const isOpened = mail.acted || random.happens(0.42)
    const isClicked = mail.acted || (isOpened && random.happens(0.15))
    return {
      id: mail.id,
      subject: subjects[index] ?? '',
      opened_after: isOpened ? random.between(3, 2000) : null,
      clicked_after: isClicked ? random.between(2001, 2400) : null,
      opens: isOpened ? random.between(1, 3) : 0,
      clicks: isClicked ? 1 : 0,
      is_last: lastMailIds.get(mail.donation_id) === mail.id,
    }
  })
  await markSent(db, marks)
}
