import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** Policies start next month, so that they affect no past gift of the demo. */
export async function addDemoDirectoryData(db: Db, organizationId: number, now: Date): Promise<void> {
  await sql`
    INSERT INTO own_policies (organization_id, company_id, start_date, end_date, ratio, max_per_year_cents, note, entered_by, entered_at)
    SELECT ${organizationId}, c.id, date_trunc('month', ${now}::timestamptz) + interval '1 month',
      date_trunc('month', ${now}::timestamptz) + interval '13 months' - interval '1 day', '3:1', 1000000,
      'Their community team told us on the phone', u.id, ${now}::timestamptz - interval '5 days'
    FROM companies c, users u WHERE c.name = 'Harborlight Software'
      AND u.email_key = 'writer@riverbend.example'`.execute(db)
  await sql`
    INSERT INTO suggestions (organization_id, company_id, about, value, source_url, note, user_id, created_at)
    SELECT ${organizationId}, c.id, 'ratio', 'It matches 2:1 now', 'https://giving.lanternhill.example/match',
      'Since this spring, their employees say.', u.id, ${now}::timestamptz - interval '2 days'
    FROM companies c, users u WHERE c.name = 'Lanternhill Bank'
      AND u.email_key = 'writer@riverbend.example'`.execute(db)
  await sql`
    INSERT INTO suggestions (organization_id, company_id, about, value, donation_id, created_at)
    SELECT ${organizationId}, c.id, 'who', 'Retirees are matched as well', d.id, ${now}::timestamptz - interval '1 day'
    FROM companies c JOIN LATERAL (
      SELECT id FROM donations WHERE organization_id = ${organizationId} AND company_id = c.id AND counted
      ORDER BY id DESC LIMIT 1) d ON true
    WHERE c.name = 'Marigold Grocers'`.execute(db)
  await sql`
    INSERT INTO suggestions (organization_id, company_id, about, value, user_id, created_at, decided_at, decided_by, accepted, reason)
    SELECT ${organizationId}, c.id, 'minimum', 'There is no minimum', u.id, ${now}::timestamptz - interval '9 days',
      ${now}::timestamptz - interval '8 days', s.id, false, 'Its page names a minimum of $25 for each gift.'
    FROM companies c, users u, users s WHERE c.name = 'Lanternhill Bank' AND u.email_key = 'writer@riverbend.example'
      AND s.email_key = 'super@twofold.example'`.execute(db)
}
