import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listFirstSubjects } from '../../email/notifications/index.ts'
import { type EmailActivity, listQueuedMails, markSent } from './demo.queries.ts'
import type { Random } from './random.ts'

/** Later mails stay queued and are sent, so that the outbox is not empty. */
const keptForSendingHours = 12

/** Nothing is sent. Donors who acted opened and clicked before. */
export async function simulateEmailActivity(db: Db, tenant: Tenant, chance: Random, now: Date): Promise<void> {
  const until = new Date(now.getTime() - keptForSendingHours * 3_600_000)
  const mails = await listQueuedMails(db, tenant.family, until)
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
  const lastOf = new Map(mails.map(({ donation_id, id }) => [donation_id, id]))
  const marks = mails.map((mail, place): EmailActivity => {
    const isOpened = mail.acted || chance.happens(0.42)
    const isClicked = mail.acted || (isOpened && chance.happens(0.15))
    return {
      id: mail.id,
      subject: subjects[place] ?? '',
      opened_after: isOpened ? chance.between(3, 2000) : null,
      clicked_after: isClicked ? chance.between(2001, 2400) : null,
      opens: isOpened ? chance.between(1, 3) : 0,
      clicks: isClicked ? 1 : 0,
      is_last: lastOf.get(mail.donation_id) === mail.id,
    }
  })
  await markSent(db, marks)
}
