import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'

const waitingRow = z.object({
  company_id: z.int(),
  company_name: z.string(),
  currency,
  gifts: z.int(),
  donors: z.int(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  newest_id: z.int(),
})
export type WaitingRow = z.infer<typeof waitingRow>

/** Oldest first, up to a limit that keeps a list readable. */
const waiting = ({ family }: Tenant, campaignId: number, companyId: number | null, atMost: number): Sql => sql`
  SELECT d.organization_id, d.id, d.donor_id, d.company_id, d.currency, d.amount_cents, d.estimated_cents
  FROM (SELECT w.*, row_number() OVER (PARTITION BY w.company_id ORDER BY w.id) AS place FROM donations w
    WHERE w.organization_id = ANY (${[...family]}::bigint[]) AND w.campaign_id = ${campaignId} AND w.counted
      AND w.status_id = 3 AND w.reason_code = 'group_submit' AND NOT w.inert
      AND (${companyId}::bigint IS NULL OR w.company_id = ${companyId}::bigint)) d
  WHERE d.place <= ${atMost}`

export async function listWaiting(db: Db, tenant: Tenant, campaignId: number, atMost: number): Promise<WaitingRow[]> {
  return sql(waitingRow)`
    SELECT c.id AS company_id, c.name AS company_name,
      d.currency, count(*) AS gifts, count(DISTINCT (d.organization_id, d.donor_id)) AS donors,
      coalesce(sum(d.amount_cents), 0)::bigint AS amount_cents,
      coalesce(sum(d.estimated_cents), 0)::bigint AS estimated_cents, coalesce(max(d.id), 0) AS newest_id
    FROM (${waiting(tenant, campaignId, null, atMost)}) d JOIN companies c ON c.id = d.company_id
    GROUP BY c.id, c.name, d.currency ORDER BY c.name, c.id, d.currency LIMIT 500`.rows(db)
}

type WaitingRequest = { readonly campaignId: number; readonly companyId: number; readonly atMost: number }

export async function listWaitingIds(
  db: Db,
  tenant: Tenant,
  { campaignId, companyId, atMost }: WaitingRequest,
): Promise<number[]> {
  return sql(idRow)`
    SELECT d.id FROM (${waiting(tenant, campaignId, companyId, atMost)}) d ORDER BY d.id`.column(db, 'id')
}

type NewSubmission = Omit<WaitingRequest, 'atMost'> & {
  readonly userId: number
  readonly sentTo: string
  readonly donationIds: readonly number[]
  readonly undoId: string
  readonly now: Date
}

export async function insertSubmission(db: Db, { organizationId }: Tenant, submission: NewSubmission): Promise<number> {
  const row = await sql(idRow)`
    INSERT INTO group_submissions (organization_id, campaign_id, company_id, user_id, at, sent_to, donation_ids, undo_id)
    VALUES (${organizationId}, ${submission.campaignId}, ${submission.companyId}, ${submission.userId}, ${submission.now}, ${submission.sentTo},
      ${[...submission.donationIds]}::bigint[], ${submission.undoId})
    RETURNING id`.first(db)
  if (!row) throw new Error('an inserted list answered no id')
  return row.id
}

const submissionRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  campaign_id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  at: z.date(),
  user_name: z.string(),
  sent_to: z.string(),
  donation_ids: z.array(z.int()),
  undo_id: z.string(),
  undone: z.boolean(),
  mail_state: z.string().nullable(),
})
export type SubmissionRow = z.infer<typeof submissionRow>

const submissions = (where: Sql): Sql => sql`
  SELECT s.id, s.organization_id, s.campaign_id, s.company_id, c.name AS company_name, s.at, u.name AS user_name, s.sent_to,
    s.donation_ids, s.undo_id, s.undone_at IS NOT NULL AS undone,
    (SELECT m.state FROM account_mails m WHERE m.recipient = s.sent_to AND m.message_id = ${messageIdOf(sql`s.undo_id::text`)}) AS mail_state
  FROM group_submissions s JOIN companies c ON c.id = s.company_id JOIN users u ON u.id = s.user_id
  WHERE ${where}`

/** One Message-ID per list, so that its email is one message even when sent again. */
const messageIdOf = (undoId: Sql): Sql => sql`${undoId} || '@mail.twofold.example'`

export async function listSubmissions(
  db: Db,
  { family }: Tenant,
  campaignId: number,
  limit: number,
): Promise<SubmissionRow[]> {
  return sql(submissionRow)`${submissions(sql`
    s.organization_id = ANY (${[...family]}::bigint[]) AND s.campaign_id = ${campaignId}`)}
    ORDER BY s.id DESC LIMIT ${limit}`.rows(db)
}

/** Locked, so that the list's undo and its email exclude each other. */
export async function findSubmission(db: Db, { family }: Tenant, id: number): Promise<SubmissionRow | null> {
  return sql(submissionRow)`${submissions(sql`
    s.organization_id = ANY (${[...family]}::bigint[]) AND s.id = ${id}`)} FOR UPDATE OF s`.first(db)
}

/** Crosses organizations. */
export async function findSubmissionToSend(db: Db, organizationId: number, id: number): Promise<SubmissionRow | null> {
  return sql(submissionRow)`${submissions(sql`
    s.organization_id = ${organizationId} AND s.id = ${id}`)}`.first(db)
}

export async function markSubmissionUndone(db: Db, { organization_id, id }: SubmissionRow, now: Date): Promise<void> {
  await sql`
    UPDATE group_submissions SET undone_at = ${now} WHERE organization_id = ${organization_id}
      AND id = ${id}`.execute(db)
}

const listedRow = z.object({
  id: z.int(),
  transaction_id: z.string(),
  day: z.string(),
  gifts: z.int(),
  donor_name: z.string(),
  donor_email: z.string(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  currency,
  organization_name: z.string(),
  ein: z.string(),
})
export type ListedRow = z.infer<typeof listedRow>

export async function listGifts(
  db: Db,
  organizationIds: readonly number[],
  ids: readonly number[],
): Promise<ListedRow[]> {
  return sql(listedRow)`
    SELECT d.id, coalesce(g.transaction_ids, d.transaction_id, '') AS transaction_id,
      coalesce(g.days, to_char(d.donated_at, 'YYYY-MM-DD')) AS day, coalesce(g.gifts, 1) AS gifts,
      p.name AS donor_name, p.email AS donor_email, d.amount_cents, d.estimated_cents, d.currency,
      o.name AS organization_name, coalesce(nullif(o.ein, ''), parent.ein, '') AS ein
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id LEFT JOIN organizations parent ON parent.id = o.parent_id
    LEFT JOIN LATERAL (
      SELECT string_agg(nullif(m.transaction_id, ''), ', ') AS transaction_ids, string_agg(m.day, ', ') AS days, count(*)::int AS gifts
      FROM gifts_of_match(d.organization_id, d.id) m WHERE d.own_cents IS NOT NULL HAVING count(*) > 1) g ON true
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.id = ANY (${[...ids]}::bigint[])
      AND d.deleted_at IS NULL
    ORDER BY d.donated_at, d.id`.rows(db)
}
