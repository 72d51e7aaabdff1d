import { currency, donationColumns } from '@twofold/contract'
import { awaitingRequestStatusIds, dayAt } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'

const giftOfDonor = z.object({
  organizationId: z.int(),
  parentId: z.int().nullable(),
  donationId: z.int(),
  donorId: z.int(),
  organizationName: z.string(),
  /** From the directory, else the donor's text; '' if unknown. */
  companyName: z.string(),
  statusId: z.int(),
  payment: donationColumns.payment_state.shape,
  amountCents: z.int(),
  currency,
  /** `YYYY-MM-DD` */
  day: z.string(),
  gifts: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  deadlineAt: z.date().nullable(),
  timeZone: z.string(),
})
export type GiftOfDonor = Omit<z.infer<typeof giftOfDonor>, 'deadlineAt' | 'timeZone'> & {
  /** In the company's time zone, `YYYY-MM-DD`; null if unknown. */
  readonly deadlineDay: string | null
  readonly deadlinePassed: boolean
}

/** A donor with more gifts sees the newest. */
const maxShownGifts = 60

/** Crosses organizations. A person is identified by address; a donor without one has only the gifts of their record. */
export async function listGiftsOfDonor(
  db: Db,
  { organizationId, donorId, now }: { readonly organizationId: number; readonly donorId: number; readonly now: Date },
): Promise<GiftOfDonor[]> {
  const rows = await sql(giftOfDonor)`
    SELECT d.organization_id AS "organizationId", o.parent_id AS "parentId", d.id AS "donationId", d.donor_id AS "donorId",
      o.name AS "organizationName",
      coalesce(c.name, CASE WHEN d.employer_how IN ('none', 'no_employer') THEN '' ELSE d.employer_text END) AS "companyName",
      d.status_id AS "statusId", d.payment_state AS payment, d.amount_cents AS "amountCents", d.currency,
      to_char(d.donated_at, 'YYYY-MM-DD') AS day,
      coalesce(span.gifts, 1) AS gifts, coalesce(span.first_day, to_char(d.donated_at, 'YYYY-MM-DD')) AS "firstDay",
      coalesce(span.last_day, to_char(d.donated_at, 'YYYY-MM-DD')) AS "lastDay", d.deadline_at AS "deadlineAt",
      coalesce(c.time_zone, 'America/New_York') AS "timeZone"
    FROM donors asked
    JOIN organizations home ON home.id = asked.organization_id
    JOIN organizations o ON o.id = home.id OR o.id = home.parent_id OR o.parent_id = coalesce(home.parent_id, home.id)
    JOIN donors same ON same.organization_id = o.id AND same.donor_key = asked.donor_key
      AND (asked.email <> '' OR same.id = asked.id)
    JOIN donations d ON d.organization_id = same.organization_id AND d.donor_id = same.id
    LEFT JOIN companies c ON c.id = d.company_id
    LEFT JOIN LATERAL (SELECT nullif(count(*), 0) AS gifts, min(g.day)::text AS first_day, max(g.day)::text AS last_day
      FROM gifts_of_match(d.organization_id, d.id) g WHERE d.own_cents IS NOT NULL) span ON true
    WHERE asked.organization_id = ${organizationId} AND asked.id = ${donorId}
      AND d.deleted_at IS NULL AND d.counted AND NOT d.inert
    ORDER BY d.donated_at DESC, d.id DESC
    LIMIT ${maxShownGifts}`.rows(db)
  return rows.map(({ deadlineAt, timeZone, ...gift }) => ({
    ...gift,
    deadlineDay: deadlineAt && dayAt(deadlineAt, timeZone),
    deadlinePassed: deadlineAt !== null && deadlineAt < now,
  }))
}

export async function listWaitingForDonor(
  db: Db,
  { organizationId, donorId }: { readonly organizationId: number; readonly donorId: number },
): Promise<number[]> {
  return sql(idRow)`
    SELECT id FROM donations WHERE organization_id = ${organizationId} AND donor_id = ${donorId} AND counted AND NOT inert
      AND status_id = ANY (${[...awaitingRequestStatusIds, 24]}::smallint[])`.column(db, 'id')
}
