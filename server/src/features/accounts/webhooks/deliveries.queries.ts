import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isClaimable, thisNode } from '../../../platform/jobs/lease.queries.ts'
import { isHeldSql } from '../../../platform/outgoing/outgoing.queries.ts'

/** The queue; all queries cross organizations. */

const dueDelivery = z.object({
  organizationId: z.int(),
  id: z.int(),
  webhookId: z.int(),
  host: z.string().nullable(),
  messageId: z.string(),
  event: z.string(),
  happenedAt: z.date(),
  donationOrganizationId: z.int().nullable(),
  donationId: z.int().nullable(),
  statusId: z.int().nullable(),
  data: z.string().nullable(),
  attempts: z.int(),
})
export type DueDelivery = z.infer<typeof dueDelivery>

/** Longer than an attempt: a crashed process's deliveries are retried within 20 s. Uses the database's clock. */
const lease = sql`clock_timestamp() + interval '20 seconds'`

/** Per second, for all organizations and nodes together. */
export const callsPerHost = 5
/** Allows for differences in latency. */
const hostWindowMs = 1_100

/** At this node's limits; their deliveries are not claimed. */
export type Busy = {
  readonly webhooks: readonly number[]
  readonly organizations: readonly number[]
  readonly hosts: readonly string[]
}

/** At most one per webhook, within the rate limit of each host. Skips hosts for which another node is claiming. */
export async function claimDue(
  db: Db,
  { now, limit, busy }: { readonly now: Date; readonly limit: number; readonly busy: Busy },
): Promise<readonly DueDelivery[]> {
  return sql(dueDelivery)`
    WITH RECURSIVE waiting AS (
      (SELECT organization_id, webhook_id FROM webhook_deliveries WHERE state IN ('queued', 'sending')
         AND NOT ${isHeldSql} ORDER BY organization_id, webhook_id LIMIT 1)
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT organization_id, webhook_id FROM webhook_deliveries
        WHERE state IN ('queued', 'sending') AND (organization_id, webhook_id) > (w.organization_id, w.webhook_id)
        ORDER BY organization_id, webhook_id LIMIT 1) next
    ), chosen AS (
      SELECT w.organization_id, w.id AS webhook_id, w.host
      FROM waiting JOIN webhooks w ON w.organization_id = waiting.organization_id AND w.id = waiting.webhook_id
      WHERE w.id <> ALL (${[...busy.webhooks]}::bigint[]) AND (w.host <> ALL (${[...busy.hosts]}::text[])) IS NOT FALSE
        AND w.organization_id <> ALL (${[...busy.organizations]}::bigint[])
        AND EXISTS (
          SELECT FROM webhook_deliveries d
          WHERE d.organization_id = w.organization_id AND d.webhook_id = w.id AND d.state IN ('queued', 'sending')
            AND d.send_at <= ${now} AND ${isClaimable})
    ), hosts AS MATERIALIZED (
      SELECT host, latest FROM webhook_hosts WHERE host IN (SELECT host FROM chosen) FOR NO KEY UPDATE SKIP LOCKED
    ), free AS (
      SELECT host, ${callsPerHost} - (
        SELECT count(*) FROM unnest(latest) AS at WHERE at > clock_timestamp() - ${`${hostWindowMs} ms`}::interval
      ) AS calls FROM hosts
    ), candidates AS MATERIALIZED (
      SELECT d.organization_id, d.id, d.send_at, c.host FROM chosen c CROSS JOIN LATERAL (
        SELECT organization_id, id, send_at FROM webhook_deliveries
        WHERE organization_id = c.organization_id AND webhook_id = c.webhook_id AND state IN ('queued', 'sending')
          AND send_at <= ${now} AND ${isClaimable}
        ORDER BY send_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) d
    ), due AS (
      SELECT organization_id, id, host FROM (
        SELECT c.*, f.calls, row_number() OVER (PARTITION BY c.host ORDER BY c.send_at, c.id) AS place
        FROM candidates c LEFT JOIN free f ON f.host = c.host) placed
      WHERE host IS NULL OR place <= calls
      ORDER BY send_at LIMIT ${limit}
    ), called AS (
      UPDATE webhook_hosts h
      SET latest = (array_fill(clock_timestamp(), ARRAY[d.calls::int]) || h.latest)[1:${sql.raw(String(callsPerHost))}]
      FROM (SELECT host, count(*) AS calls FROM due WHERE host IS NOT NULL GROUP BY host) d WHERE h.host = d.host
    )
    UPDATE webhook_deliveries d
    SET state = 'sending', attempts = d.attempts + 1, locked_until = ${lease}, handed_by = NULL, tried_at = ${now}
    FROM due WHERE d.organization_id = due.organization_id AND d.id = due.id
    RETURNING d.organization_id AS "organizationId", d.id, d.webhook_id AS "webhookId", due.host,
      d.message_id AS "messageId", d.event, d.happened_at AS "happenedAt",
      d.gift_organization_id AS "donationOrganizationId", d.donation_id AS "donationId", d.status_id AS "statusId", d.data,
      d.attempts`.rows(db)
}

const target = z.object({
  url: z.string(),
  tokenSealed: z.string(),
  secretSealed: z.string(),
  formerSecretSealed: z.string().nullable(),
  isDisabled: z.boolean(),
  organizationIsClosed: z.boolean(),
})
export type Target = z.infer<typeof target>

export async function findTarget(db: Db, due: DueDelivery, now: Date): Promise<Target | null> {
  return sql(target)`
    SELECT w.url, w.token_sealed AS "tokenSealed", w.secret_sealed AS "secretSealed",
      CASE WHEN w.former_secret_until > ${now} THEN w.former_secret_sealed END AS "formerSecretSealed",
      w.disabled_at IS NOT NULL AS "isDisabled",
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS "organizationIsClosed"
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id
    WHERE w.organization_id = ${due.organizationId} AND w.id = ${due.webhookId}`.first(db)
}

export async function saveData(db: Db, due: DueDelivery, data: string): Promise<void> {
  await sql`
    UPDATE webhook_deliveries SET data = ${data}
    WHERE organization_id = ${due.organizationId} AND id = ${due.id} AND data IS NULL`.execute(db)
}

/** False if the delivery no longer belongs to this process. */
export async function confirmDeliveryClaim(db: Db, due: DueDelivery): Promise<boolean> {
  const { count } = await sql`
    UPDATE webhook_deliveries SET locked_until = ${lease}, handed_by = ${thisNode}
    WHERE organization_id = ${due.organizationId} AND id = ${due.id} AND state = 'sending'
      AND attempts = ${due.attempts}`.execute(db)
  return count === 1
}

export type DeliveryOutcome = {
  readonly state: 'delivered' | 'queued' | 'failed'
  readonly code: number | null
  readonly durationMs: number | null
  readonly problem: string | null
  readonly nextAt: Date | null
}

const markDeliveryRow = z.object({ tried_at: z.date().nullable() })

/** False if another process has claimed it; its result counts. */
export async function markDelivery(db: Db, due: DueDelivery, outcome: DeliveryOutcome): Promise<boolean> {
  const { state, code, durationMs, problem, nextAt } = outcome
  // Locks the webhook first, like changes and deletions of webhooks, to avoid deadlocks.
  await sql`
    SELECT FROM webhooks WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId}
    FOR NO KEY UPDATE`.execute(db)
  const row = await sql(markDeliveryRow)`
    UPDATE webhook_deliveries SET state = ${state}, response_code = ${code}, duration_ms = ${durationMs},
      problem = ${problem}, locked_until = NULL, handed_by = NULL, send_at = coalesce(${nextAt}::timestamptz, send_at),
      tries = tries || jsonb_build_object('at', tried_at, 'code', ${code}::int, 'ms', ${durationMs}::int,
        'problem', ${problem}::text)
    WHERE organization_id = ${due.organizationId} AND id = ${due.id} AND state = 'sending'
      AND attempts = ${due.attempts}
    RETURNING tried_at`.first(db)
  if (!row) return false
  await sql`
    UPDATE webhooks SET last_code = coalesce(${code}, last_code), last_problem = ${problem},
      delivered_at = CASE WHEN ${state} = 'delivered' THEN ${row.tried_at}::timestamptz ELSE delivered_at END
    WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId}`.execute(db)
  return true
}

/** True if the receiver accepted any delivery since this one was first due. */
export async function hasDeliveredSince(db: Db, due: DueDelivery): Promise<boolean> {
  const { count } = await sql`
    SELECT FROM webhooks WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId}
      AND delivered_at >= ${due.happenedAt}`.execute(db)
  return count > 0
}

/** Also cancels queued deliveries. Returns whether the webhook was enabled. */
export async function disableWebhook(db: Db, due: DueDelivery, because: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE webhooks SET disabled_at = ${now}, disabled_because = ${because}
    WHERE organization_id = ${due.organizationId} AND id = ${due.webhookId} AND disabled_at IS NULL`.execute(db)
  if (count !== 1) return false
  await sql`
    UPDATE webhook_deliveries SET state = 'failed', problem = 'The webhook was turned off.'
    WHERE organization_id = ${due.organizationId} AND webhook_id = ${due.webhookId} AND state = 'queued'`.execute(db)
  return true
}

export async function queueDisabledMails(db: Db, due: DueDelivery, because: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO account_mails (kind, recipient, parameters, message_id, send_at, created_at)
    SELECT 'webhook-disabled', u.email,
      jsonb_build_object('url', w.url, 'organization', o.name, 'organizationId', o.id, 'because', ${because}::text),
      gen_random_uuid() || '@mail.twofold.example', ${now}::timestamptz, ${now}::timestamptz
    FROM webhooks w JOIN organizations o ON o.id = w.organization_id
    JOIN members m ON m.organization_id IN (o.id, o.parent_id) AND m.level = 'admin'
    JOIN users u ON u.id = m.user_id
    WHERE w.organization_id = ${due.organizationId} AND w.id = ${due.webhookId}
    ORDER BY u.id LIMIT 20`.execute(db)
}

export async function deleteOldDeliveries(db: Db, before: Date): Promise<boolean> {
  const limit = 5_000
  const { count } = await sql`
    DELETE FROM webhook_deliveries d USING (
      SELECT organization_id, id FROM webhook_deliveries
      WHERE happened_at < ${before} AND state IN ('delivered', 'failed')
      ORDER BY happened_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) old
    WHERE d.organization_id = old.organization_id AND d.id = old.id`.execute(db)
  return count === limit
}

export async function deleteUnusedHosts(db: Db): Promise<void> {
  await sql`DELETE FROM webhook_hosts h WHERE NOT EXISTS (SELECT FROM webhooks w WHERE w.host = h.host)`.execute(db)
}
