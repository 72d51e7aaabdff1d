import { currency } from '@twofold/contract'
import { dayAt, giftKindIds, instructedStatusIds, isFromOrganization } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { companyName, hasEmails, isUnconfirmed, type MatchFacts, timeZone } from '../../match-facts/index.ts'
import { unmailedReasonCodes } from './decide-mail.ts'
import { asksDonor, type DonorMailName } from './donor-mail-kinds.ts'
import type { MailKey } from './mail-results.queries.ts'

/** One email covers these; it shows the first ten. */
export const listedAtMost = 500

/** All instructions ask for the same: to request the match. */
export const requestOf = (statusId: number): number =>
  instructedStatusIds.some((id) => id === statusId) ? instructedStatusIds[0] : statusId

const requestIn = (statusId: Sql) =>
  sql`CASE WHEN ${statusId} = ANY (${[...instructedStatusIds]}::smallint[]) THEN ${instructedStatusIds[0]}::smallint ELSE ${statusId} END`

/**
 * SQL: listings of the gift of `n` by emails with the same request, including emails being sent. A former attempt
 * doesn't count, because the next one may be skipped.
 */
const listingsOf = sql`listed_gifts l
  JOIN notifications m ON m.organization_id = l.organization_id AND m.id = l.notification_id AND m.donor_id = n.donor_id
    AND m.attempts = l.attempt AND m.state IN ('sending', 'sent') AND ${requestIn(sql`m.status_id`)} = ${requestIn(sql`n.status_id`)}
  WHERE l.organization_id = n.organization_id AND l.donation_id = n.donation_id`

export const lastListedAt = (now: Date) =>
  sql`(SELECT max(coalesce(m.sent_at, ${now}::timestamptz)) FROM ${listingsOf})`

export async function markCovered(db: Db, { organizationId, id }: MailKey): Promise<void> {
  await sql`
    UPDATE notifications n SET covered_by = (SELECT max(m.id) FROM ${listingsOf})
    WHERE n.organization_id = ${organizationId} AND n.id = ${id}`.execute(db)
}

const openGift = z.object({
  id: z.int(),
  day: z.string(),
  amountCents: z.int(),
  currency,
  giftCount: z.int(),
  giftKind: z.enum(giftKindIds),
  companyName: z.string(),
  deadlineAt: z.date().nullable(),
  timeZone: z.string(),
})

/** Days are `YYYY-MM-DD`, the deadline in the company's time zone. */
export type OpenGift = Omit<z.infer<typeof openGift>, 'giftKind' | 'deadlineAt' | 'timeZone'> & {
  readonly deadlineDay: string | null
}

type Listing = { readonly now: Date; readonly delaySeconds: number }

/**
 * Gifts with the same request, first deadline first; none for an email that asks for nothing. Omits gifts whose own email was canceled or held, or can still be
 * undone.
 */
export async function listOpenGifts(
  db: Db,
  { organizationId, id, kind }: MailKey & { readonly kind: DonorMailName },
  facts: Pick<MatchFacts, 'donor' | 'donation'>,
  { now, delaySeconds }: Listing,
): Promise<OpenGift[]> {
  if (!asksDonor(kind) || isUnconfirmed(facts)) return []
  const undoableSince = new Date(now.getTime() - delaySeconds * 1000)
  const rows = await sql.prepared(openGift)`
    SELECT d.id, to_char(d.donated_at, 'YYYY-MM-DD') AS day, d.amount_cents AS "amountCents", d.currency,
      CASE WHEN d.own_cents IS NULL THEN 1 ELSE (SELECT count(*) FROM gifts_of_match(d.organization_id, d.id)) END AS "giftCount",
      d.gift_kind AS "giftKind", ${companyName} AS "companyName", d.deadline_at AS "deadlineAt", ${timeZone} AS "timeZone"
    FROM (SELECT * FROM notifications WHERE organization_id = ${organizationId} AND id = ${id}) n
    JOIN organizations o ON o.id = n.organization_id
    CROSS JOIN LATERAL (SELECT * FROM donations d WHERE d.organization_id = n.organization_id AND d.donor_id = n.donor_id
      AND d.id <> n.donation_id OFFSET 0) d
    LEFT JOIN companies c ON c.id = d.company_id
    WHERE ${hasEmails} AND NOT d.unconfirmed AND NOT d.inert AND NOT d.silenced
      AND ${requestIn(sql`d.status_id`)} = ${requestIn(sql`n.status_id`)}
      AND d.payment_state NOT IN ('part_paid', 'paid') AND (d.deadline_at IS NULL OR d.deadline_at > ${now})
      AND d.reason_code <> ALL (${[...unmailedReasonCodes]}::text[])
      AND d.amount_cents >= o.email_min_cents AND (o.email_who = 'all' OR ${companyName} <> '')
      AND EXISTS (SELECT FROM notifications g WHERE g.organization_id = d.organization_id AND g.donation_id = d.id
        AND g.donor_id = n.donor_id AND g.kind = 'initial' AND ${requestIn(sql`g.status_id`)} = ${requestIn(sql`n.status_id`)})
      AND NOT EXISTS (SELECT FROM notifications g WHERE g.organization_id = d.organization_id AND g.donation_id = d.id
        AND g.kind = 'initial' AND (g.dropped_at IS NOT NULL AND g.status_id = d.status_id
          OR g.state IN ('queued', 'sending') AND (g.held_at IS NOT NULL AND n.held_at IS NULL
            OR g.created_at > ${undoableSince} AND NOT coalesce(g.import_id = n.import_id, false))))
    ORDER BY d.deadline_at, d.donated_at, d.id LIMIT ${listedAtMost}`.rows(db)
  return rows
    .filter(({ giftKind: kind }) => !isFromOrganization({ kind, giver: facts.donor.name }))
    .map(({ giftKind: _, deadlineAt, timeZone: zone, ...gift }) => ({
      ...gift,
      deadlineDay: deadlineAt && dayAt(deadlineAt, zone),
    }))
}

export async function insertListedGifts(
  db: Db,
  { organizationId, id, attempts }: MailKey & { readonly attempts: number },
  gifts: readonly OpenGift[],
): Promise<void> {
  if (gifts.length === 0) return
  await sql.prepared`
    INSERT INTO listed_gifts (organization_id, notification_id, donation_id, attempt)
    SELECT ${organizationId}, ${id}, unnest(${gifts.map((gift) => gift.id)}::bigint[]), ${attempts}::int
    ON CONFLICT (organization_id, notification_id, donation_id) DO UPDATE SET attempt = excluded.attempt`.execute(db)
}
