import {
  awaitingRequestStatusIds,
  daysAfterLastMail,
  daysUntilNoResponse,
  instructedStatusIds,
} from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { directoryJournalDays } from '../journal/index.ts'

const dueMatch = z.object({
  organization_id: z.int(),
  id: z.int(),
  what: z.enum(['expire', 'look_again']),
  directory_changed: z.boolean(),
  /** Null if the change is not recorded. */
  undo_id: z.uuid().nullable(),
  changed_at: z.date().nullable(),
  is_undone: z.boolean(),
  /** An earlier change was still pending, or only part of a file was undone. */
  needs_reevaluation: z.boolean(),
  status_id: z.number(),
  deadline_at: z.string().nullable(),
  donated_at: z.string(),
  last_mail_at: z.string().nullable(),
  has_clicked: z.boolean(),
  is_mail_waiting: z.boolean(),
})
export type DueMatch = z.infer<typeof dueMatch>

/** SQL: emails `m` about other gifts that listed match `d`. */
const listings = sql`listed_gifts l JOIN notifications m ON m.organization_id = l.organization_id AND m.id = l.notification_id
    AND m.attempts = l.attempt
  WHERE l.organization_id = d.organization_id AND l.donation_id = d.id`

/** Gifts without an email address belong to one donor and may be tens of thousands. */
const maxOtherGifts = 100

/** Crosses organizations. Returns up to `limit` matches of each kind, with other gifts of the same donors. */
export async function listDueMatches(db: Db, now: Date, limit: number): Promise<DueMatch[]> {
  return sql(dueMatch)`
    WITH again AS MATERIALIZED (
      SELECT organization_id, donor_id, id FROM donations WHERE counted AND look_again_at < ${now}
      ORDER BY look_again_at LIMIT ${limit}
    ), due AS (
      (SELECT organization_id, id, 'expire' AS what FROM donations
        WHERE counted AND NOT inert AND status_id = ANY (${[...awaitingRequestStatusIds]}::int[]) AND deadline_at < ${now}
        ORDER BY deadline_at LIMIT ${limit})
      UNION ALL
      (SELECT d.organization_id, d.id, 'expire' FROM donations d
        WHERE d.counted AND NOT d.inert AND d.deadline_at IS NULL AND d.status_id = ANY (${[...instructedStatusIds]}::int[])
          AND d.donated_at < ${now}::timestamptz AT TIME ZONE 'UTC' - make_interval(days => ${daysUntilNoResponse})
          AND EXISTS (SELECT FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
            AND (n.sent_at IS NOT NULL OR n.covered_by IS NOT NULL))
          AND NOT EXISTS (SELECT FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
            AND (n.first_click IS NOT NULL OR n.state IN ('queued', 'sending')
              OR n.sent_at > ${now}::timestamptz - make_interval(days => ${daysAfterLastMail})))
          AND NOT EXISTS (SELECT FROM ${listings} AND m.sent_at > ${now}::timestamptz - make_interval(days => ${daysAfterLastMail}))
        ORDER BY d.donated_at LIMIT ${limit})
      UNION ALL
      (SELECT organization_id, id, 'look_again' FROM again
        UNION
        (SELECT o.organization_id, o.id, 'look_again' FROM (SELECT DISTINCT organization_id, donor_id FROM again) giver,
          LATERAL (SELECT organization_id, id FROM donations WHERE organization_id = giver.organization_id
            AND donor_id = giver.donor_id AND counted AND look_again_at < ${now} LIMIT ${maxOtherGifts}) o
          LIMIT ${2 * limit}))
    )
    SELECT due.organization_id, due.id, due.what, d.directory_changed, news.undo_id, news.changed_at,
      coalesce(news.is_undone, false) AS is_undone, coalesce(news.needs_reevaluation, false) AS needs_reevaluation, d.status_id, to_json(d.deadline_at) #>> '{}' AS deadline_at,
      to_char(d.donated_at, 'YYYY-MM-DD') AS donated_at, to_json(mail.last_mail_at) #>> '{}' AS last_mail_at,
      coalesce(mail.has_clicked, false) AS has_clicked, coalesce(mail.is_mail_waiting, false) AS is_mail_waiting
    FROM due JOIN donations d USING (organization_id, id)
    LEFT JOIN LATERAL (
      SELECT c.undo_id, c.at AS changed_at, c.undone_at IS NOT NULL AS is_undone,
        coalesce((c.undo ->> 'looks_again')::boolean, false) AS needs_reevaluation
      FROM directory_changes c JOIN companies k ON k.id = d.company_id
      WHERE c.undo_id IS NOT NULL AND coalesce(c.undone_at, c.at) = d.look_again_at
        AND (c.kind = 'rate' OR k.id = ANY (c.company_ids) OR k.parent_id = ANY (c.company_ids))
        AND c.at > ${now}::timestamptz - make_interval(days => ${directoryJournalDays})
      ORDER BY c.part_of IS NOT NULL, c.id DESC LIMIT 1) news ON d.directory_changed, LATERAL (
      SELECT greatest(max(n.sent_at), (SELECT max(m.sent_at) FROM ${listings})) AS last_mail_at, bool_or(n.first_click IS NOT NULL) AS has_clicked,
        bool_or(n.state IN ('queued', 'sending')) AS is_mail_waiting
      FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id) AS mail`.rows(db)
}

const familyRow = z.object({ id: z.int(), family: z.array(z.int()) })

/** Crosses organizations. A family is a parent and all of its chapters. */
export async function listFamilies(db: Db, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await sql(familyRow)`
    SELECT o.id, array_agg(f.id ORDER BY f.id) AS family FROM organizations o
    JOIN organizations f ON coalesce(f.parent_id, f.id) = coalesce(o.parent_id, o.id)
    WHERE o.id = ANY (${[...ids]}::bigint[])
    GROUP BY o.id`.rows(db)
  return new Map(rows.map(({ id, family }) => [id, family]))
}
