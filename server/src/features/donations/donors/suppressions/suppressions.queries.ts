import { statusId, suppressions } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { keepMailboxStopped, stopsDonor } from '../../../email/suppressions/index.ts'

type SuppressionFilter = {
  readonly donorIds: readonly number[] | null
  readonly reason: suppressions.SuppressionReason | undefined
}

const ofDonors = (ids: readonly number[] | null): Sql =>
  ids === null
    ? sql``
    : sql`AND EXISTS (SELECT FROM donors p WHERE p.organization_id = s.organization_id AND ${stopsDonor('s', 'p')}
        AND (p.id = ANY (${[...ids]}::bigint[]) OR p.merged_into_id = ANY (${[...ids]}::bigint[])))`

const suppressedRow = z.object({
  organization_id: z.int(),
  organization_name: z.string(),
  email: z.string(),
  reason: suppressions.suppressionReason,
  at: z.date(),
  detail: z.string(),
  donor_id: z.int().nullable(),
  donor_name: z.string(),
})

/** SQL: the key of a suppression without the mark of a mailbox whose address belongs to a person. */
const addressIn = (s: string): Sql => sql`regexp_replace(${sql.ref(`${s}.email_key`)}, ' [*]$', '')`

/** Lists one page, newest first. Each organization of the family reads its index up to the end of the page. */
export async function listSuppressed(
  db: Db,
  { family }: Tenant,
  { donorIds, reason }: SuppressionFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<z.infer<typeof suppressedRow>[]> {
  return sql(suppressedRow)`
    WITH found AS (
      SELECT walked.*, ${addressIn('walked')} AS address FROM unnest(${[...family]}::bigint[]) AS asked (id) CROSS JOIN LATERAL (
        SELECT s.organization_id, s.email_key, s.reason, s.at, s.detail FROM suppressions s
        WHERE s.organization_id = asked.id ${reason ? sql`AND s.reason = ${reason}` : sql``} ${ofDonors(donorIds)}
        ORDER BY s.at DESC, s.email_key LIMIT ${offset + limit}) walked
      ORDER BY walked.at DESC, walked.email_key, walked.organization_id OFFSET ${offset} LIMIT ${limit})
    SELECT f.organization_id, o.name AS organization_name, coalesce(p.mailbox, f.address, f.email_key) AS email, f.reason, f.at, f.detail,
      coalesce(known.id, p.id) AS donor_id, coalesce(known.name, p.name, '') AS donor_name
    FROM found f JOIN organizations o ON o.id = f.organization_id
    LEFT JOIN LATERAL (
      SELECT * FROM (
        SELECT * FROM donors WHERE organization_id = f.organization_id AND donor_key = f.address
        UNION ALL
        SELECT * FROM donors WHERE organization_id = f.organization_id AND mailbox = f.address) people
      ORDER BY mailbox NULLS FIRST, id LIMIT 1) p ON true
    LEFT JOIN donors known ON known.organization_id = p.organization_id AND known.id = p.merged_into_id
    ORDER BY f.at DESC, f.email_key, f.organization_id`.rows(db)
}

const countRow = z.object({
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
  opted_out: z.int(),
  deceased: z.int(),
})

export async function countSuppressed(
  db: Db,
  { family }: Tenant,
  donorIds: readonly number[] | null,
): Promise<z.infer<typeof countRow>> {
  const countOf = (reason: suppressions.SuppressionReason) => sql`count(*) FILTER (WHERE s.reason = ${reason})`
  const rows = await sql(countRow)`
    SELECT ${countOf('unsubscribed')} AS unsubscribed, ${countOf('bounced')} AS bounced, ${countOf('complained')} AS complained,
      ${countOf('opted_out')} AS opted_out, ${countOf('deceased')} AS deceased
    FROM suppressions s WHERE s.organization_id = ANY (${[...family]}::bigint[]) ${ofDonors(donorIds)}`.rows(db)
  return rows[0] ?? { unsubscribed: 0, bounced: 0, complained: 0, opted_out: 0, deceased: 0 }
}

const lockedRow = z.object({
  email_key: z.string(),
  reason: suppressions.suppressionReason,
  donor_id: z.int().nullable(),
})

/** People who share the address have separate suppressions. */
export async function lockSuppression(
  db: Db,
  organizationId: number,
  { emailKey, donorId }: { readonly emailKey: string; readonly donorId: number | null },
): Promise<z.infer<typeof lockedRow> | null> {
  return sql(lockedRow)`
    SELECT s.email_key, s.reason, (SELECT coalesce(p.merged_into_id, p.id) FROM donors p
      WHERE p.organization_id = s.organization_id AND (p.donor_key = ${addressIn('s')} OR p.mailbox = ${addressIn('s')})
      ORDER BY p.mailbox NULLS FIRST, p.id LIMIT 1) AS donor_id
    FROM suppressions s WHERE s.organization_id = ${organizationId} AND (s.email_key IN (${emailKey}, ${emailKey} || ' *')
      OR s.email_key = (SELECT p.donor_key FROM donors p WHERE p.organization_id = s.organization_id AND p.id = ${donorId}::bigint
        AND p.mailbox = ${emailKey}))
    ORDER BY s.email_key IN (SELECT p.donor_key FROM donors p WHERE p.organization_id = s.organization_id AND p.id = ${donorId}::bigint) DESC,
      s.email_key DESC LIMIT 1 FOR UPDATE`.first(db)
}

export async function deleteSuppression(db: Db, organizationId: number, emailKey: string): Promise<void> {
  await sql`DELETE FROM suppressions WHERE organization_id = ${organizationId} AND email_key = ${emailKey}`.execute(db)
}

/** False if emails are already stopped. A death replaces every reason; others replace only bounces. */
export async function insertSuppression(
  db: Db,
  { organizationId, emailKey }: { readonly organizationId: number; readonly emailKey: string },
  reason: suppressions.StopReason,
  now: Date,
): Promise<boolean> {
  await keepMailboxStopped(sql`SELECT ${organizationId}::bigint, ${emailKey}::text`).execute(db)
  const { count } = await sql`
    INSERT INTO suppressions (organization_id, email_key, reason, at)
    VALUES (${organizationId}, ${emailKey}, ${reason}, ${now}::timestamptz)
    ON CONFLICT (organization_id, email_key) DO UPDATE SET reason = excluded.reason, at = excluded.at, detail = ''
      WHERE suppressions.reason = 'bounced' OR excluded.reason = 'deceased'
        AND suppressions.reason <> 'deceased'`.execute(db)
  return count === 1
}

const giftToMark = z.object({ id: z.int(), status_id: statusId })

/** The donor has died. Gifts of other kinds keep their kind. */
export async function listGiftsToMark(
  db: Db,
  { organizationId, donorId }: { readonly organizationId: number; readonly donorId: number },
  giftKind: 'deceased' | 'money',
): Promise<z.infer<typeof giftToMark>[]> {
  const from = giftKind === 'deceased' ? ['money', 'stock'] : ['deceased']
  return sql(giftToMark)`
    SELECT id, status_id FROM donations
    WHERE organization_id = ${organizationId} AND donor_id = ${donorId} AND counted
      AND coalesce(gift_kind, 'money') = ANY (${from}::text[]) ORDER BY id`.rows(db)
}
