import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { subjectOf } from '../notifications/index.ts'
import type { Chance } from './chance.ts'

/** Mails of the last hours stay queued and are really sent, so that the outbox has something to show. */
const keptForSendingHours = 12

const queued = z.object({
  id: z.int(),
  organization_id: z.int(),
  donation_id: z.int(),
  donor_id: z.int(),
  status_id: z.int(),
  acted: z.boolean(),
})

/**
 * The demo's past mails count as sent, opened and clicked, without being sent: nobody is there to read them. Donors who
 * acted have opened and clicked before.
 */
export async function markMails(db: Db, tenant: Tenant, chance: Chance, now: Date): Promise<void> {
  const until = new Date(now.getTime() - keptForSendingHours * 3_600_000)
  const { rows } = await sql(queued)`
    SELECT n.id, n.organization_id, n.donation_id, n.donor_id, n.status_id,
      EXISTS (SELECT FROM donation_events e WHERE e.organization_id = n.organization_id
        AND e.donation_id = n.donation_id AND e.actor = 'donor') AS acted
    FROM notifications n
    WHERE n.organization_id = ANY (${[...tenant.family]}::bigint[]) AND n.state = 'queued' AND n.send_at < ${until}
    ORDER BY n.id`.execute(db)
  const marks: object[] = []
  for (const mail of rows) {
    const isOpened = mail.acted || chance.happens(0.42)
    const isClicked = mail.acted || (isOpened && chance.happens(0.15))
    const [organizationId, donationId, donorId] = [mail.organization_id, mail.donation_id, mail.donor_id]
    marks.push({
      id: mail.id,
      subject: await subjectOf(db, { organizationId, donationId, donorId, statusId: mail.status_id, now }),
      opened_after: isOpened ? chance.between(3, 2000) : null,
      clicked_after: isClicked ? chance.between(2001, 2400) : null,
      opens: isOpened ? chance.between(1, 3) : 0,
      clicks: isClicked ? 1 : 0,
    })
  }
  await sql`
    UPDATE notifications n SET state = 'sent', sent_at = n.send_at, attempts = 1, recipient = p.email, subject = m.subject,
      first_open = n.send_at + make_interval(mins => m.opened_after), opens = m.opens,
      first_click = n.send_at + make_interval(mins => m.clicked_after), clicks = m.clicks
    FROM json_to_recordset(${JSON.stringify(marks)}::json) AS m (id bigint, subject text, opened_after int,
      clicked_after int, opens int, clicks int), donors p
    WHERE n.id = m.id AND p.organization_id = n.organization_id AND p.id = n.donor_id`.execute(db)
}
