import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { templateOfMail } from '../../templates/index.ts'

export type MailKey = { readonly organizationId: number; readonly id: number }

/** SQL: email `n`'s template, version and part. A version belongs to the organization or its parent. */
const resultKey = sql`coalesce(n.template_organization_id, n.organization_id), ${templateOfMail}, n.template_version,
  CASE n.kind WHEN 'reminder_1' THEN 2 WHEN 'reminder_2' THEN 3 ELSE 1 END`

const counters = {
  sent: sql`n.state = 'sent'`,
  opened: sql`n.first_open IS NOT NULL`,
  machine_opened: sql`n.first_machine_open IS NOT NULL AND n.first_open IS NULL`,
  confirm_clicked: sql`n.clicks > 0`,
  decline_clicked: sql`n.decline_clicks > 0`,
  submitted: sql`n.led_to_submission`,
}
const counterNames = sql.raw(Object.keys(counters).join(', '))
const counterSums = Object.values(counters).map((condition) => sql`sum(changes.sign * (${condition})::integer)`)
const keyColumns = sql`organization_id, template_id, version, part`

/** SQL: deliveries to the webhooks of the organization and its parent about emails `n`, which happened `at`. */
const queueDeliveries = (event: 'first_open' | 'reminder_sent', at: Sql, mails: Sql): Sql => sql`
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT w.organization_id, w.id, w.event, ${at}, n.organization_id, n.donation_id, d.status_id, ${at}
  FROM ${mails}
  JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
  JOIN organizations o ON o.id = n.organization_id AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
  JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id)
    AND w.event = ${event} AND w.url <> '' AND w.disabled_at IS NULL`

/**
 * Runs an update of emails `n`. Appends the changes of their templates' results and queues deliveries of first opens,
 * for organizations that the transaction sees. Messages have no template.
 */
export const withMailResults = (update: Sql): Sql => sql.prepared`
  WITH written AS (${update} RETURNING old AS before, new AS after),
  changes AS (SELECT change.* FROM written CROSS JOIN LATERAL (VALUES (-1, before), (1, after)) AS change (sign, mail)),
  counted AS (
    INSERT INTO email_results (${keyColumns}, ${counterNames})
    SELECT ${resultKey}, ${sql.join(counterSums)}
    FROM changes CROSS JOIN LATERAL (SELECT (changes.mail).*) n
    JOIN organizations o ON o.id = coalesce(n.template_organization_id, n.organization_id)
    WHERE n.kind <> 'message' GROUP BY 1, 2, 3, 4 HAVING (${sql.join(counterSums)}) <> (0, 0, 0, 0, 0, 0)),
  queued AS (${queueDeliveries(
    'first_open',
    sql`n.first_open`,
    sql`written CROSS JOIN LATERAL (SELECT (after).* WHERE (before).first_open IS NULL AND (after).first_open IS NOT NULL) n`,
  )})
  SELECT FROM written`

/** Records that an email was sent, in the transaction that marks it. */
export async function recordSending(db: Db, { organizationId, id }: MailKey): Promise<void> {
  const mail = sql`(SELECT * FROM notifications WHERE organization_id = ${organizationId} AND id = ${id}) n`
  await sql.prepared`
    INSERT INTO email_results (${keyColumns}, sent) SELECT ${resultKey}, 1 FROM ${mail}
    JOIN organizations o ON o.id = coalesce(n.template_organization_id, n.organization_id)
    WHERE n.kind <> 'message'`.execute(db)
  await sql.prepared`${queueDeliveries('reminder_sent', sql`n.sent_at`, mail)}
    WHERE n.kind IN ('reminder_1', 'reminder_2', 'deadline', 'deadline_last')`.execute(db)
}

const appliedRow = z.object({ applied: z.int() })

/** Replaces differences by their sums. A reader sees either. Concurrent updates take each row once. */
export async function applyMailResults(db: Db): Promise<number> {
  return sql(appliedRow)`
    WITH taken AS (
      DELETE FROM email_results WHERE (${keyColumns}) IN (SELECT ${keyColumns} FROM email_results GROUP BY ${keyColumns} HAVING count(*) > 1)
      RETURNING *),
    kept AS (
      INSERT INTO email_results (${keyColumns}, ${counterNames})
      SELECT ${keyColumns}, ${sql.join(Object.keys(counters).map((name) => sql`sum(${sql.ref(name)})`))} FROM taken GROUP BY ${keyColumns})
    SELECT count(*) AS applied FROM taken`.value(db, 'applied', 0)
}
