import { webhooks } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const webhookRow = z.object({
  id: z.int(),
  url: z.string(),
  event: webhooks.webhookEvent,
  token_sealed: z.string(),
  secret_sealed: z.string(),
  former_secret_until: z.date().nullable(),
  last_code: z.int().nullable(),
  last_problem: z.string().nullable(),
  disabled_because: z.string().nullable(),
})
export type WebhookRow = z.infer<typeof webhookRow>

const columns = sql`id, url, event, token_sealed, secret_sealed, former_secret_until, last_code, last_problem,
  disabled_because`

export async function listWebhookRows(db: Db, organizationId: number): Promise<WebhookRow[]> {
  return sql(webhookRow)`
    SELECT ${columns} FROM webhooks WHERE organization_id = ${organizationId}
    ORDER BY id LIMIT ${webhooks.maxWebhooks}`.rows(db)
}

export async function findWebhookForUpdate(db: Db, organizationId: number, id: number): Promise<WebhookRow | null> {
  return sql(webhookRow)`
    SELECT ${columns} FROM webhooks WHERE organization_id = ${organizationId} AND id = ${id} FOR UPDATE`.first(db)
}

const organizationOfWebhookRow = z.object({ organization_id: z.int() })

/** Crosses organizations, for the authorizer. */
export const organizationOfWebhook = (id: number) =>
  sql.prepared(organizationOfWebhookRow)`SELECT organization_id FROM webhooks WHERE id = ${id}`

export async function insertWebhook(
  db: Db,
  webhook: {
    readonly organizationId: number
    readonly tokenSealed: string
    readonly secretSealed: string
    readonly creatorId: number
    readonly now: Date
  },
): Promise<number | null> {
  const { organizationId } = webhook
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks ${organizationId}`}, 0))`.execute(db)
  return sql(idRow)`
    INSERT INTO webhooks (organization_id, token_sealed, secret_sealed, creator_id, created_at)
    SELECT ${organizationId}, ${webhook.tokenSealed}, ${webhook.secretSealed}, ${webhook.creatorId}, ${webhook.now}
    WHERE (SELECT count(*) FROM webhooks WHERE organization_id = ${organizationId}) < ${webhooks.maxWebhooks}
    RETURNING id`.value(db, 'id')
}

/** An edit enables the webhook again. A person who changes the address becomes its creator. */
export async function updateWebhookRow(
  db: Db,
  organizationId: number,
  id: number,
  change: {
    readonly url: string
    readonly host: string | null
    readonly event: string
    readonly tokenSealed: string
    readonly editorId: number
  },
): Promise<void> {
  if (change.host !== null)
    await sql`INSERT INTO webhook_hosts (host) VALUES (${change.host}) ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    UPDATE webhooks SET url = ${change.url}, host = ${change.host}, event = ${change.event},
      token_sealed = ${change.tokenSealed}, disabled_at = NULL, disabled_because = NULL,
      creator_id = CASE WHEN url = ${change.url} THEN creator_id ELSE ${change.editorId} END,
      last_code = CASE WHEN url = ${change.url} THEN last_code END,
      last_problem = CASE WHEN url = ${change.url} THEN last_problem END
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function deleteWebhookRow(db: Db, organizationId: number, id: number): Promise<void> {
  await sql`DELETE FROM webhooks WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function rotateSecret(
  db: Db,
  organizationId: number,
  id: number,
  secret: { readonly secretSealed: string; readonly formerUntil: Date },
): Promise<void> {
  await sql`
    UPDATE webhooks SET former_secret_sealed = secret_sealed, former_secret_until = ${secret.formerUntil},
      secret_sealed = ${secret.secretSealed}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}
