import { webhooks } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const perPage = 25

const deliveryRow = webhooks.delivery
  .omit({ happened_at: true, tried_at: true, next_try_at: true, data: true })
  .extend({
    happened_at: z.date(),
    tried_at: z.date().nullable(),
    next_try_at: z.date().nullable(),
    data: z.string().nullable(),
  })

export async function listDeliveryRows(
  db: Db,
  organizationId: number,
  webhookId: number,
  { before = null, only }: { readonly before?: number | null | undefined; readonly only?: 'failed' | undefined },
): Promise<webhooks.Delivery[]> {
  const rows = await sql(deliveryRow)`
    SELECT id, 'msg_' || message_id AS message_id, event, donation_id, state, attempts, response_code, duration_ms,
      problem, happened_at, tried_at, CASE WHEN state = 'queued' THEN send_at END AS next_try_at, data, tries
    FROM webhook_deliveries
    WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId}
      AND (${before}::bigint IS NULL OR id < ${before}::bigint)
      ${only === 'failed' ? sql`AND problem IS NOT NULL` : sql``}
    ORDER BY id DESC LIMIT ${perPage}`.rows(db)
  return rows.map((row) => ({
    ...row,
    happened_at: row.happened_at.toISOString(),
    tried_at: row.tried_at?.toISOString() ?? null,
    next_try_at: row.next_try_at?.toISOString() ?? null,
    data: row.data === null ? null : (JSON.parse(row.data) as webhooks.WebhookData),
  }))
}

export async function insertTestDelivery(
  db: Db,
  organizationId: number,
  webhookId: number,
  content: { readonly data: string; readonly now: Date },
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (organization_id, webhook_id, event, happened_at, data, send_at)
    VALUES (${organizationId}, ${webhookId}, 'test', ${content.now}, ${content.data}, ${content.now})`.execute(db)
}

const sendAgainRow = z.object({ state: z.string() })

/** 'missing' for an unknown delivery, 'busy' for one in progress. */
export async function requeueDelivery(
  db: Db,
  organizationId: number,
  webhookId: number,
  id: number,
  now: Date,
): Promise<'again' | 'busy' | 'missing'> {
  const row = await sql(sendAgainRow)`
    SELECT state FROM webhook_deliveries
    WHERE organization_id = ${organizationId} AND webhook_id = ${webhookId} AND id = ${id} FOR UPDATE`.first(db)
  if (!row) return 'missing'
  if (row.state === 'sending') return 'busy'
  await sql`
    UPDATE webhook_deliveries SET state = 'queued', send_at = ${now}, attempts = 0, problem = NULL, tries = '[]'
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
  return 'again'
}
