import type { Currency } from '@twofold/contract'
import type { Campaign, EmployerHow, StatusId } from '@twofold/matching'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

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

export type DonorRow = {
  readonly organization_id: number
  readonly donor_key: string
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** Adds donors that are new and fills in what was blank of known ones. Answers the id of each `organization_id:donor_key`. */
export async function keepDonors(
  db: Db,
  donors: readonly DonorRow[],
  importId: number | null,
  now: Date,
): Promise<Map<string, number>> {
  const given = sql`json_to_recordset(${JSON.stringify(donors)}::json) AS g (organization_id bigint, donor_key text,
    email text, name text, phone text, street text, street2 text, city text, state text, zip text, country text)`
  await sql`
    INSERT INTO donors (organization_id, donor_key, email, name, phone, street, street2, city, state, zip, country,
      import_id, created_at)
    SELECT g.organization_id, g.donor_key, g.email, g.name, g.phone, g.street, g.street2, g.city, g.state, g.zip, g.country,
      ${importId}::bigint, ${now}::timestamptz
    FROM ${given} ORDER BY g.organization_id, g.donor_key
    ON CONFLICT (organization_id, donor_key) DO NOTHING`.execute(db)
  await sql`
    UPDATE donors d SET
      name = coalesce(nullif(d.name, ''), g.name), phone = coalesce(nullif(d.phone, ''), g.phone),
      street = coalesce(nullif(d.street, ''), g.street), street2 = coalesce(nullif(d.street2, ''), g.street2),
      city = coalesce(nullif(d.city, ''), g.city), state = coalesce(nullif(d.state, ''), g.state),
      zip = coalesce(nullif(d.zip, ''), g.zip), country = coalesce(nullif(d.country, ''), g.country)
    FROM ${given}
    WHERE d.organization_id = g.organization_id AND d.donor_key = g.donor_key
      AND ((d.name = '' AND g.name <> '') OR (d.phone = '' AND g.phone <> '') OR (d.street = '' AND g.street <> '')
        OR (d.city = '' AND g.city <> '') OR (d.state = '' AND g.state <> '') OR (d.zip = '' AND g.zip <> '')
        OR (d.country = '' AND g.country <> ''))`.execute(db)
  const { rows } = await sql<{ organization_id: number; donor_key: string; id: number }>`
    SELECT d.organization_id, d.donor_key, d.id FROM ${given}
    JOIN donors d ON d.organization_id = g.organization_id AND d.donor_key = g.donor_key`.execute(db)
  return new Map(rows.map((row) => [`${row.organization_id}:${row.donor_key}`, row.id]))
}

/** Which of the given gifts are already here, deleted ones included: `organization_id:gift_key`. */
export async function findKnownGifts(
  db: Db,
  gifts: readonly { organization_id: number; gift_key: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ organization_id: number; gift_key: string }>`
    SELECT d.organization_id, d.gift_key
    FROM json_to_recordset(${JSON.stringify(gifts)}::json) AS g (organization_id bigint, gift_key uuid)
    JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.gift_key`.execute(db)
  return new Set(rows.map((row) => `${row.organization_id}:${row.gift_key}`))
}

/** Ids before the rows exist, so that a gift can be merged into another one of the same upload. */
export async function takeDonationIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('donations', 'id')) AS id FROM generate_series(1, ${count}::int)`.execute(db)
  return rows.map((row) => row.id)
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
  to_json(d.deadline_at) #>> '{}' AS deadline_at, d.policy_version_id, d.campaign_id, d.merged_into_id, d.recurring_id,
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
  amount_cents bigint, estimated_cents bigint, estimate_is_certain boolean, deadline_at timestamptz,
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
      reason_code, payment_state, estimated_cents, estimate_is_certain, deadline_at, policy_version_id, campaign_id,
      merged_into_id, recurring_id, custom, inert, opt_in_required, import_id, created_at)
    SELECT organization_id, id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
      company_id, employer_text, employer_how, employer_confidence, status_id, previous_status_id, ${now}::timestamptz,
      reason_code, payment_state, estimated_cents, estimate_is_certain, deadline_at, policy_version_id, campaign_id,
      merged_into_id, recurring_id, custom, inert, opt_in_required, import_id, ${now}::timestamptz
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
      estimate_is_certain = r.estimate_is_certain, deadline_at = r.deadline_at, policy_version_id = r.policy_version_id,
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
      payment_state = r.payment_state, reason_code = '', status_changed_at = ${now}::timestamptz, version = d.version + 1,
      consented_at = CASE WHEN r.consented THEN coalesce(d.consented_at, ${now}::timestamptz) ELSE d.consented_at END
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, id bigint, status_id smallint,
      previous_status_id smallint, payment_state text, consented boolean)
    WHERE d.organization_id = r.organization_id AND d.id = r.id`.execute(db)
}

/** What the rules ask about an organization. */
export type JudgedOrganization = {
  id: number
  name: string
  type: 'non-profit' | 'edu-pto' | 'chapter'
  ein: string
  complete: boolean
  parent_complete: boolean
  closed: boolean
  country: 'US' | 'CA'
  category_ids: number[]
  time_zone: string
  currency: Currency
}

export async function listJudgedOrganizations(db: Db, ids: readonly number[]): Promise<JudgedOrganization[]> {
  const { rows } = await sql<JudgedOrganization>`
    SELECT o.id, o.name, o.type, o.ein, o.complete, coalesce(p.complete, false) AS parent_complete,
      o.cancelled_at IS NOT NULL OR o.rule_deactivated AS closed, o.country, o.category_ids, o.time_zone, o.currency
    FROM organizations o LEFT JOIN organizations p ON p.id = o.parent_id
    WHERE o.id = ANY (${[...ids]}::bigint[])`.execute(db)
  return rows
}

export type ReachingCampaign = Campaign & {
  /** The organization that it reaches, */
  readonly organizationId: number
  /** as its own or as its parent's. */
  readonly isOwn: boolean
}

/** Campaigns of the given organizations and of their parents. */
export async function listCampaigns(db: Db, organizationIds: readonly number[]): Promise<ReachingCampaign[]> {
  const { rows } = await sql<ReachingCampaign>`
    SELECT (campaign).id, in_organization AS "organizationId",
      (campaign).organization_id = in_organization AS "isOwn", (campaign).company_id AS "companyId", (campaign).name,
      (campaign).start_date AS "startDate", (campaign).end_date AS "endDate",
      (campaign).min_amount_cents AS "minAmountCents", (campaign).max_amount_cents AS "maxAmountCents",
      (campaign).match_ratio AS "matchRatio", (campaign).group_submit AS "groupSubmit", (campaign).message
    FROM campaigns_reaching(${[...organizationIds]}::bigint[])
    ORDER BY (campaign).start_date DESC, (campaign).id DESC LIMIT 5000`.execute(db)
  return rows
}

export type ChangedRow = {
  readonly organization_id: number
  readonly id: number
  readonly donor_id: number | null
  readonly donated_at: string | null
  readonly amount_cents: number | null
  readonly company_id: number | null
  readonly employer_text: string | null
  readonly custom: Readonly<Record<string, string>>
}

/**
 * Writes new facts about donations; what is null stays. A new employer is looked for again. Answers the ids of those
 * that really changed.
 */
export async function updateFacts(db: Db, rows: readonly ChangedRow[]): Promise<number[]> {
  const changed = await sql<{ id: number }>`
    UPDATE donations d SET
      donor_id = coalesce(r.donor_id, d.donor_id), donated_at = coalesce(r.donated_at, d.donated_at),
      amount_cents = coalesce(r.amount_cents, d.amount_cents), employer_text = coalesce(r.employer_text, d.employer_text),
      company_id = CASE WHEN r.company_id IS NULL AND r.employer_text IS NULL THEN d.company_id ELSE r.company_id END,
      employer_how = CASE WHEN r.company_id IS NULL AND r.employer_text IS NULL THEN d.employer_how END,
      custom = d.custom || r.custom, version = d.version + 1
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (organization_id bigint, id bigint, donor_id bigint,
      donated_at timestamp, amount_cents bigint, company_id bigint, employer_text text, custom jsonb)
    WHERE d.organization_id = r.organization_id AND d.id = r.id AND (
      r.donor_id <> d.donor_id OR r.donated_at <> d.donated_at OR r.amount_cents <> d.amount_cents
      OR r.employer_text <> d.employer_text OR (r.company_id IS NOT NULL AND r.company_id IS DISTINCT FROM d.company_id) OR NOT d.custom @> r.custom)
    RETURNING d.id`.execute(db)
  return changed.rows.map((row) => row.id)
}

/** Takes the gifts of an import out, with their history, mails and the donors that came with them and have nothing else. */
export async function deleteImport(db: Db, organizationIds: readonly number[], importId: number): Promise<number> {
  const ids = sql`${[...organizationIds]}::bigint[]`
  const deleted = await sql`
    DELETE FROM donations WHERE organization_id = ANY (${ids}) AND import_id = ${importId}`.execute(db)
  await sql`
    DELETE FROM donors d WHERE d.organization_id = ANY (${ids}) AND d.import_id = ${importId}
      AND NOT EXISTS (SELECT FROM donations g WHERE g.organization_id = d.organization_id AND g.donor_id = d.id)
  `.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}

/** Matches of an import that hold gifts of other uploads, and the other way round: their sums change when it is undone. */
export async function listDonorsOfMergesWith(
  db: Db,
  organizationIds: readonly number[],
  importId: number,
): Promise<number[]> {
  const { rows } = await sql<{ donor_id: number }>`
    SELECT DISTINCT d.donor_id FROM donations d
    JOIN donations w ON w.organization_id = d.organization_id AND w.id = d.merged_into_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND (d.import_id = ${importId}) IS DISTINCT FROM (w.import_id = ${importId})
      AND (d.import_id = ${importId} OR w.import_id = ${importId})`.execute(db)
  return rows.map((row) => row.donor_id)
}

/** Policies whose form the nonprofit has to sign too. */
export async function listFormsNeedingNonprofit(
  db: Db,
  policyVersionIds: readonly number[],
): Promise<Set<number | null>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM policies WHERE id = ANY (${[...policyVersionIds]}::bigint[]) AND form_needs_nonprofit`.execute(db)
  return new Set(rows.map((row) => row.id))
}
