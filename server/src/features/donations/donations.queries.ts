import type { Currency } from '@twofold/contract'
import type { EmployerHow, StatusId } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Every statement that writes donations, and what the rules must read first. All are set-based: one statement per step. */

/**
 * One writer at a time judges the gifts of an organization: caps, merging and series look at a person's other gifts, which
 * must not change meanwhile. Held until the transaction ends; taken in one order, so that two uploads cannot block each other.
 */
export async function lockJudging(db: Db, organizationIds: readonly number[]): Promise<void> {
  const ids = [...new Set(organizationIds)].sort((a, b) => a - b)
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('judge ' || id, 0)) FROM unnest(${ids}::bigint[]) AS given (id)
  `.execute(db)
}

/** A donation as the rules see it. */
export type JudgedRow = {
  id: number
  organization_id: number
  donor_id: number
  donor_email: string
  donated_at: string
  created_at: string
  amount_cents: number
  currency: Currency
  company_id: number | null
  employer_text: string
  employer_how: EmployerHow | null
  employer_confidence: number | null
  status_id: StatusId
  previous_status_id: StatusId | null
  reason_code: string
  payment_state: 'none' | 'expected' | 'part_paid' | 'paid' | 'refused'
  estimated_cents: number
  estimate_is_certain: boolean
  deadline_at: string | null
  /** When time alone may change what the rules say. */
  look_again_at: string | null
  policy_version_id: number | null
  campaign_id: number | null
  merged_into_id: number | null
  recurring_id: string | null
  custom: Record<string, unknown>
  inert: boolean
  opt_in_required: boolean
  consented: boolean
}

const judgedColumns = sql`d.id, d.organization_id, d.donor_id, p.email AS donor_email,
  to_char(d.donated_at, 'YYYY-MM-DD HH24:MI:SS') AS donated_at, to_json(d.created_at) #>> '{}' AS created_at,
  d.amount_cents, d.currency, d.company_id, d.employer_text, d.employer_how, d.employer_confidence, d.status_id,
  d.previous_status_id, d.reason_code, d.payment_state, d.estimated_cents, d.estimate_is_certain,
  to_json(d.deadline_at) #>> '{}' AS deadline_at, to_json(d.look_again_at) #>> '{}' AS look_again_at, d.policy_version_id, d.campaign_id, d.merged_into_id, d.recurring_id,
  d.custom, d.inert, d.opt_in_required, d.consented_at IS NOT NULL AS consented`

/** All gifts of the given people that were not deleted, locked against other writers. A person's gifts are few. */
export async function lockGiftsOfDonors(
  db: Db,
  organizationIds: readonly number[],
  donorIds: readonly number[],
): Promise<JudgedRow[]> {
  const { rows } = await sql<JudgedRow>`
    SELECT ${judgedColumns} FROM donations d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.donor_id = ANY (${[...donorIds]}::bigint[])
      AND d.deleted_at IS NULL
    ORDER BY d.organization_id, d.id FOR UPDATE OF d`.execute(db)
  return rows
}

/** Whose gifts these are. */
export async function listDonorsOf(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ donor_id: number }>`
    SELECT DISTINCT donor_id FROM donations
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[])
      AND deleted_at IS NULL`.execute(db)
  return rows.map((row) => row.donor_id)
}

export type InsertedRow = {
  readonly id: number
  readonly gift_key: string
  readonly transaction_id: string | null
  readonly silenced: boolean
  readonly import_id: number | null
}

const resultColumns = sql`status_id smallint, previous_status_id smallint, reason_code text, payment_state text,
  amount_cents bigint, estimated_cents bigint, estimate_is_certain boolean, deadline_at timestamptz, look_again_at timestamptz,
  policy_version_id bigint, campaign_id bigint, merged_into_id bigint, company_id bigint, employer_how text,
  employer_confidence real, custom jsonb, inert boolean, opt_in_required boolean`

/** Inserts judged gifts with the ids they were given. */
export async function insertDonations(
  db: Db,
  rows: readonly (JudgedRow & Pick<InsertedRow, 'gift_key' | 'transaction_id' | 'import_id'>)[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO donations (organization_id, id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
      company_id, employer_text, employer_how, employer_confidence, status_id, previous_status_id, status_changed_at,
      reason_code, payment_state, estimated_cents, estimate_is_certain, deadline_at, look_again_at, policy_version_id,
      campaign_id, merged_into_id, recurring_id, custom, inert, opt_in_required, import_id, created_at)
    SELECT organization_id, id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
      company_id, employer_text, employer_how, employer_confidence, status_id, previous_status_id, ${now}::timestamptz,
      reason_code, payment_state, estimated_cents, estimate_is_certain, deadline_at, look_again_at, policy_version_id,
      campaign_id, merged_into_id, recurring_id, custom, inert, opt_in_required, import_id, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, id bigint, gift_key uuid,
      transaction_id text, donor_id bigint, donated_at timestamp, currency text, employer_text text, recurring_id text,
      import_id bigint, ${resultColumns})
    ORDER BY id`.execute(db)
}

/** Writes what the rules decided about gifts that were here before. */
export async function updateJudged(db: Db, rows: readonly JudgedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    UPDATE donations d SET
      status_changed_at = CASE WHEN d.status_id = r.status_id THEN d.status_changed_at ELSE ${now}::timestamptz END,
      status_id = r.status_id, previous_status_id = r.previous_status_id, reason_code = r.reason_code,
      payment_state = r.payment_state, amount_cents = r.amount_cents, estimated_cents = r.estimated_cents,
      estimate_is_certain = r.estimate_is_certain, deadline_at = r.deadline_at,
      look_again_at = r.look_again_at, policy_version_id = r.policy_version_id,
      campaign_id = r.campaign_id, merged_into_id = r.merged_into_id, company_id = r.company_id,
      employer_how = r.employer_how, employer_confidence = r.employer_confidence, custom = r.custom, inert = r.inert,
      opt_in_required = r.opt_in_required, version = d.version + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, id bigint, ${resultColumns})
    WHERE d.organization_id = r.organization_id AND d.id = r.id`.execute(db)
}

export type EventRow = {
  readonly organization_id: number
  readonly donation_id: number
  readonly action: string
  readonly from_status_id: StatusId | null
  readonly to_status_id: StatusId
  readonly reason_code: string
}

export type Actor = { readonly kind: 'system' | 'user' | 'donor' | 'import'; readonly userId: number | null }

export async function insertEvents(db: Db, rows: readonly EventRow[], actor: Actor, now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO donation_events (organization_id, donation_id, at, action, from_status_id, to_status_id, reason_code, actor, user_id)
    SELECT organization_id, donation_id, ${now}::timestamptz, action, from_status_id, to_status_id, reason_code,
      ${actor.kind}, ${actor.userId}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, donation_id bigint, action text,
      from_status_id smallint, to_status_id smallint, reason_code text)`.execute(db)
}

export type EvaluationRow = {
  readonly organization_id: number
  readonly donation_id: number
  readonly status_id: StatusId
  readonly policy_version_id: number | null
  readonly trace: readonly { readonly rule: string; readonly text: string }[]
}

export async function insertEvaluations(db: Db, rows: readonly EvaluationRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO evaluations (organization_id, donation_id, at, status_id, policy_version_id, trace)
    SELECT organization_id, donation_id, ${now}::timestamptz, status_id, policy_version_id, trace
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, donation_id bigint,
      status_id smallint, policy_version_id bigint, trace jsonb)`.execute(db)
}

export type MovedRow = {
  readonly organization_id: number
  readonly id: number
  readonly status_id: StatusId
  readonly previous_status_id: StatusId | null
  readonly payment_state: JudgedRow['payment_state']
  readonly reason_code: string
  readonly consented: boolean
}

/** Donations about to be moved, locked in one order. Unknown and deleted ids are missing from the answer. */
export async function lockDonations(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<JudgedRow[]> {
  const { rows } = await sql<JudgedRow>`
    SELECT ${judgedColumns} FROM donations d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.id = ANY (${[...donationIds]}::bigint[])
      AND d.counted
    ORDER BY d.organization_id, d.id FOR UPDATE OF d`.execute(db)
  return rows
}

export async function updateMoved(db: Db, rows: readonly MovedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    UPDATE donations d SET status_id = r.status_id, previous_status_id = r.previous_status_id,
      payment_state = r.payment_state, reason_code = r.reason_code, status_changed_at = ${now}::timestamptz, version = d.version + 1,
      consented_at = CASE WHEN r.consented THEN coalesce(d.consented_at, ${now}::timestamptz) ELSE d.consented_at END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, id bigint, status_id smallint,
      previous_status_id smallint, payment_state text, reason_code text, consented boolean)
    WHERE d.organization_id = r.organization_id AND d.id = r.id`.execute(db)
}
