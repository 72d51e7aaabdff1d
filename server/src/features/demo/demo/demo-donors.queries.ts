import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { withMailResults } from '../../email/notifications/index.ts'

export async function addDemoDonorData(db: Db, organizationId: number, now: Date): Promise<void> {
  await sql`
    WITH often AS (
      SELECT p.* FROM donors p
      WHERE p.organization_id = ${organizationId} AND p.email LIKE '%.%@%' AND p.zip <> '' AND (
        SELECT count(*) FROM donations d WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND d.counted
          AND d.recurring_id IS NULL) >= 3
      ORDER BY p.id LIMIT 2
    ), second AS (
      INSERT INTO donors (organization_id, donor_key, email, name, street, city, state, zip, country, import_id, created_at)
      SELECT organization_id, split_part(donor_key, '@', 1) || '@home.example', split_part(email, '@', 1) || '@home.example',
        name, street, city, state, zip, country, import_id, created_at
      FROM often ON CONFLICT DO NOTHING RETURNING organization_id, id, name
    )
    UPDATE donations d SET donor_id = s.id
    FROM second s JOIN often f ON f.name = s.name
    WHERE d.organization_id = s.organization_id AND d.id = (
      SELECT max(g.id) FROM donations g
      WHERE g.organization_id = f.organization_id AND g.donor_id = f.id AND g.counted
        AND g.own_cents IS NULL)`.execute(db)
  await sql`
    UPDATE notifications n SET donor_id = d.donor_id, recipient = CASE WHEN n.recipient = '' THEN '' ELSE p.email END
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE n.organization_id = ${organizationId} AND d.organization_id = n.organization_id AND d.id = n.donation_id
      AND n.donor_id <> d.donor_id`.execute(db)
  await sql`
    WITH mailed AS (
      SELECT p.donor_key, max(n.sent_at) AS at, row_number() OVER (ORDER BY max(n.sent_at) DESC, p.id) AS place
      FROM notifications n JOIN donors p ON p.organization_id = n.organization_id AND p.id = n.donor_id
      WHERE n.organization_id = ${organizationId} AND n.state = 'sent' GROUP BY p.id, p.donor_key)
    INSERT INTO suppressions (organization_id, email_key, reason, at)
    SELECT ${organizationId}, donor_key, CASE WHEN place % 2 = 1 THEN 'unsubscribed' ELSE 'bounced' END,
      least(at + interval '1 hour', ${now}::timestamptz)
    FROM mailed WHERE place <= 6 ON CONFLICT DO NOTHING`.execute(db)
  await withMailResults(sql`
    UPDATE notifications n SET bounced = true, first_open = NULL, opens = 0, first_click = NULL, clicks = 0
    FROM donors p JOIN suppressions s ON s.organization_id = p.organization_id AND s.email_key = p.donor_key AND s.reason = 'bounced'
    WHERE n.organization_id = ${organizationId} AND n.state = 'sent' AND p.organization_id = n.organization_id
      AND p.id = n.donor_id AND n.sent_at = (
        SELECT max(m.sent_at) FROM notifications m
        WHERE m.organization_id = n.organization_id AND m.donor_id = n.donor_id AND m.state = 'sent')`).execute(db)
}
