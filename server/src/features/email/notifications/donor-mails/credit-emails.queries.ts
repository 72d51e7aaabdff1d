import type { Db } from '../../../../platform/database/database.ts'
import { type ColumnTypes, recordset, writeRows } from '../../../../platform/database/recordset.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { withMailResults } from './mail-results.queries.ts'

export type Credit = {
  readonly organization_id: number
  readonly donation_id: number
  readonly is_requested: boolean
  /** Counts as a click. Other changes credit only emails that were clicked. */
  readonly by_donor: boolean
}
const creditTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  is_requested: 'boolean',
  by_donor: 'boolean',
} as const satisfies ColumnTypes<Credit>

/** An email without a click is never credited. */
export async function creditEmails(db: Db, credits: readonly Credit[], now: Date): Promise<void> {
  if (credits.length === 0) return
  await writeRows(
    db,
    credits,
    withMailResults(sql`
    UPDATE notifications n SET led_to_submission = r.is_requested AND (r.by_donor OR n.clicks > 0),
      clicks = CASE WHEN r.by_donor THEN greatest(n.clicks, 1) ELSE n.clicks END,
      acted_at = CASE WHEN r.by_donor THEN coalesce(n.acted_at, ${now}::timestamptz) ELSE n.acted_at END,
      first_click = CASE WHEN r.by_donor THEN coalesce(n.first_click, ${now}::timestamptz) ELSE n.first_click END,
      first_open = CASE WHEN r.by_donor THEN coalesce(n.first_open, ${now}::timestamptz) ELSE n.first_open END
    FROM ${recordset(creditTypes, credits)}
    WHERE n.organization_id = r.organization_id AND n.id = (
      SELECT max(m.id) FROM notifications m WHERE m.organization_id = r.organization_id AND m.donation_id = r.donation_id
        AND m.kind NOT IN ('thank_you', 'message') AND m.state IN ('sending', 'sent'))`),
  )
}
