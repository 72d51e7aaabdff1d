import type { webhooks } from '@twofold/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The statements on deliveries. Those of the queue cross organizations. */

export type Due = {
  readonly organizationId: number
  readonly id: number
  readonly webhookId: number
  readonly messageId: string
  readonly event: string
  readonly happenedAt: Date
  readonly giftOrganizationId: number | null
  readonly donationId: number | null
  readonly statusId: number | null
  readonly data: string | null
  readonly attempts: number
}

/** Longer than an attempt may take: what a killed process had claimed is taken up again within 20 s. */
export const leaseSeconds = 20

/** Claims what is due, at most one of each webhook and none of the busy ones, so that a slow receiver holds up nobody else. */
export async function claimDue(
  db: Db,
  { now, limit, busy }: { readonly now: Date; readonly limit: number; readonly busy: readonly number[] },
): Promise<Due[]> {
  const until = new Date(now.getTime() + leaseSeconds * 1000)
  const { rows } = await sql<Due>`
    WITH RECURSIVE waiting AS (
      (SELECT organization_id, webhook_id FROM webhook_deliveries WHERE state IN ('queued', 'sending')
       ORDER BY organization_id, webhook_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT organization_id, webhook_id FROM webhook_deliveries
        WHERE state IN ('queued', 'sending') AND (organization_id, webhook_id) > (w.organization_id, w.webhook_id)
        ORDER BY organization_id, webhook_id LIMIT 1) next
    ), chosen AS (
      SELECT organization_id, webhook_id FROM waiting WHERE webhook_id <> ALL (${[...busy]}::bigint[])
    ), due AS (
      SELECT d.organization_id, d.id FROM chosen c CROSS JOIN LATERAL (
        SELECT organization_id, id, send_at FROM webhook_deliveries
        WHERE organization_id = c.organization_id AND webhook_id = c.webhook_id AND state IN ('queued', 'sending')
          AND send_at <= ${now} AND (locked_until IS NULL OR locked_until < ${now})
        ORDER BY send_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) d
      ORDER BY d.send_at LIMIT ${limit}
    )
    UPDATE webhook_deliveries d
    SET state = 'sending', attempts = d.attempts + 1, locked_until = ${until}, tried_at = ${now}
    FROM due WHERE d.organization_id = due.organization_id AND d.id = due.id
    RETURNING d.organization_id AS "organizationId", d.id, d.webhook_id AS "webhookId", d.message_id AS "messageId",
      d.event, d.happened_at AS "happenedAt", d.gift_organization_id AS "giftOrganizationId",
      d.donation_id AS "donationId", d.status_id AS "statusId", d.data, d.attempts`.execute(db)
  return rows
}

export type Target = {
  readonly url: string
  readonly tokenSealed: string
  readonly secretSealed: string
  readonly formerSecretSealed: string | null
  readonly isDisabled: boolean
  readonly organizationIsClosed: boolean
}

export async function findTarget(db: Db, due: Due, now: Date): Promise<Target | null> {
  const { rows } = await sql<Target>`
    SELECT w.url, w.token_sealed AS "tokenSealed", w.secret_sealed AS "secretSealed",
      CASE WHEN w.former_secret_until > ${now} THEN w.former_secret_sealed END AS "formerSecretSealed",
      w.disabled_at IS NOT NULL AS "isDisabled",
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "organizationIsClosed"
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id
    WHERE w.organization_id = ${due.organizationId} AND w.id = ${due.webhookId}`.execute(db)
  return rows[0] ?? null
}

/** What is sent stays what it is from the first attempt on. */
export async function keepData(db: Db, due: Due, data: string): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET data = ${data}
    WHERE organization_id = ${due.organizationId} AND id = ${due.id} AND data IS NULL`.execute(db)
}

export type Marked = {
  readonly state: 'delivered' | 'queued' | 'failed'
  readonly code: number | null
  readonly durationMs: number | null
  readonly problem: string | null
  readonly nextAt: Date | null
}

/** False when another process has taken it up meanwhile: then its word counts. */
export async function markDelivery(db: Db, due: Due, marked: Marked): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE webhook_deliveries SET state = ${marked.state}, response_code = ${marked.code},
      duration_ms = ${marked.durationMs}, problem = ${marked.problem}, locked_until = NULL,
      send_at = coalesce(${marked.nextAt}::timestamptz, send_at)
    WHERE organization_id = ${due.organizationId} AND id = ${due.id} AND state = 'sending'
      AND attempts = ${due.attempts}`.execute(db)
  if (numAffectedRows !== 1n) return false
  if (marked.code !== null) {
    await sql`
      UPDATE webhooks SET last_code = ${marked.code}
      WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId}`.execute(db)
  }
  return true
}

/** Whether the receiver has taken anything since this delivery was due for the first time. */
export async function hasTakenAnythingSince(db: Db, due: Due): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM webhook_deliveries
    WHERE organization_id = ${due.organizationId} AND webhook_id = ${due.webhookId} AND state = 'delivered'
      AND tried_at >= ${due.happenedAt} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Switches a webhook off and gives up what waits for it. Answers whether it was on. */
export async function disableWebhook(db: Db, due: Due, because: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE webhooks SET disabled_at = ${now}, disabled_because = ${because}
    WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId} AND disabled_at IS NULL`.execute(db)
  if (numAffectedRows !== 1n) return false
  await sql`
    UPDATE webhook_deliveries SET state = 'failed', problem = 'The webhook was switched off.'
    WHERE organization_id = ${due.organizationId} AND webhook_id = ${due.webhookId} AND state = 'queued'`.execute(db)
  return true
}

/** One mail to each administrator, in the queue of mails about accounts. */
export async function queueDisabledMails(db: Db, due: Due, because: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'webhook-disabled', u.email,
      jsonb_build_object('url', w.url, 'organization', o.name, 'because', ${because}::text),
      gen_random_uuid() || '@mail.twofold.example', ${now}::timestamptz, ${now}::timestamptz
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id
    JOIN members m ON m.organization_id IN (o.id, o.parent_id) AND m.level = 'admin'
    JOIN users u ON u.id = m.user_id
    WHERE w.organization_id = ${due.organizationId} AND w.id = ${due.webhookId}
    ORDER BY u.id LIMIT 20`.execute(db)
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM webhook_deliveries WHERE happened_at < ${before} AND state IN ('delivered', 'failed')`.execute(db)
}

const perPage = 25

type DeliveryRow = Omit<webhooks.Delivery, 'happened_at' | 'tried_at' | 'next_try_at' | 'data'> & {
  happened_at: Date
  tried_at: Date | null
  next_try_at: Date | null
  data: string | null
}

export async function listDeliveryRows(
  db: Db,
  organizationId: number,
  webhookId: number,
  before: number | null,
): Promise<webhooks.Delivery[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT id, 'msg_' || message_id AS message_id, event, donation_id, state, attempts, response_code, duration_ms,
      problem, happened_at, tried_at, CASE WHEN state = 'queued' THEN send_at END AS next_try_at, data
    FROM webhook_deliveries
    WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId}
      AND (${before}::bigint IS NULL OR id < ${before}::bigint)
    ORDER BY id DESC LIMIT ${perPage}`.execute(db)
  return rows.map((row) => ({
    ...row,
    happened_at: row.happened_at.toISOString(),
    tried_at: row.tried_at?.toISOString() ?? null,
    next_try_at: row.next_try_at?.toISOString() ?? null,
    data: row.data === null ? null : (JSON.parse(row.data) as webhooks.WebhookData),
  }))
}

export async function insertTest(
  db: Db,
  organizationId: number,
  webhookId: number,
  given: { readonly data: string; readonly now: Date },
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (organization_id, webhook_id, event, happened_at, data, send_at)
    VALUES (${organizationId}, ${webhookId}, 'test', ${given.now}, ${given.data}, ${given.now})`.execute(db)
}

/** Begins a new round of attempts. 'missing' is not here, 'busy' is still on its way. */
export async function sendAgain(
  db: Db,
  organizationId: number,
  webhookId: number,
  id: number,
  now: Date,
): Promise<'again' | 'busy' | 'missing'> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM webhook_deliveries
    WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId} AND id = ${id} FOR UPDATE`.execute(db)
  const [row] = rows
  if (!row) return 'missing'
  if (row.state === 'sending') return 'busy'
  await sql`
    UPDATE webhook_deliveries SET state = 'queued', send_at = ${now}, attempts = 0, problem = NULL
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  return 'again'
}
