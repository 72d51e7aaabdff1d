import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { sendingDay, slotsTakenOn, type WarmUpSteps, warmUpStepOn } from '../../sending-addresses/index.ts'
import { daytimeFrom } from '../donor-mails/daytime.queries.ts'
import type { MailKey } from '../donor-mails/mail-results.queries.ts'

/** Several organizations may send from one domain. */

/** `productDomain` is for organizations without a sending address. */
export type Senders = { readonly productDomain: string; readonly areOwnUsed: boolean }

const senderDomain = ({ productDomain, areOwnUsed }: Senders) =>
  areOwnUsed
    ? sql`split_part(coalesce(nullif(o.mail_from_address, ''), nullif(parent.mail_from_address, ''), '@' || ${productDomain}::text), '@', 2)`
    : sql`${productDomain}::text`

/** Ignores domains without a limit, and a stored count of another day. */
export async function countSlot(db: Db, domain: string, change: 1 | -1, now: Date): Promise<void> {
  await sql`
    UPDATE sending_domains SET taken = greatest(0, taken + ${change}::int)
    WHERE domain = ${domain} AND day = ${sendingDay(now)}`.execute(db)
}

const morningRow = z.object({ morning: z.date() })

/** Returns the first moment of the organization's daytime from `dayStart` on. */
export async function moveByLimit(db: Db, { organizationId, id }: MailKey, dayStart: Date): Promise<Date> {
  const rows = await sql(morningRow)`
    UPDATE notifications n SET moved_by_limit = true FROM organizations o
    WHERE n.organization_id = ${organizationId} AND n.id = ${id} AND o.id = n.organization_id
    RETURNING ${daytimeFrom(dayStart)} AS morning`.rows(db)
  return rows[0]?.morning ?? dayStart
}

const isUrgent = sql`n.kind IN ('deadline', 'deadline_last')`

const limitedRow = z.object({
  organizationId: z.int(),
  timeZone: z.string(),
  domain: z.string(),
  step: z.int(),
  taken: z.int(),
})
export type Limited = z.infer<typeof limitedRow>

export async function listLimited(
  db: Db,
  organizationIds: readonly number[],
  { senders, ladder, now }: { readonly senders: Senders; readonly ladder: WarmUpSteps; readonly now: Date },
): Promise<Limited[]> {
  const day = sendingDay(now)
  return sql(limitedRow)`
    SELECT o.id AS "organizationId", o.time_zone AS "timeZone", w.domain, ${warmUpStepOn(day, ladder)} AS step,
      ${slotsTakenOn(day)} AS taken
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id
    JOIN sending_domains w ON w.domain = ${senderDomain(senders)}
    WHERE o.id = ANY (${[...organizationIds]}::bigint[]) AND w.step < ${ladder.length}`.rows(db)
}

const queuedMailRow = z.object({ key: z.string(), organizationId: z.int(), isUrgent: z.boolean(), at: z.date() })
export type QueuedMail = z.infer<typeof queuedMailRow>

/** Emails. The rest of the queue is ignored. */
const maxQueuedMails = 40_000

export async function listMailQueue(db: Db, organizationIds: readonly number[], until: Date): Promise<QueuedMail[]> {
  const isSendable = sql`n.organization_id = ANY (${[...organizationIds]}::bigint[]) AND n.held_at IS NULL AND n.send_at < ${until}`
  return sql(queuedMailRow)`
    SELECT l.key, l."organizationId", l."isUrgent", l.at FROM (
      (SELECT 'waiting-' || n.id AS key, n.id, n.organization_id AS "organizationId", ${isUrgent} AS "isUrgent", n.send_at AS at
        FROM notifications n WHERE ${isSendable} AND n.state = 'queued' ORDER BY n.send_at LIMIT ${maxQueuedMails})
      UNION ALL
      (SELECT 'planned-' || n.id, n.id, n.organization_id, ${isUrgent}, n.send_at
        FROM planned_mails n WHERE ${isSendable} AND n.dropped_at IS NULL ORDER BY n.send_at LIMIT ${maxQueuedMails})
    ) l ORDER BY l.at, l.id LIMIT ${maxQueuedMails}`.rows(db)
}
