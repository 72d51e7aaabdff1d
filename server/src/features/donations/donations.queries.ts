import type { Currency } from '@twofold/contract'
import type { EmployerHow, StatusId } from '@twofold/matching'
import type { Db } from '../../platform/database/database.ts'
import { assignments, type ColumnTypes, columnNames, recordset } from '../../platform/database/recordset.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { fieldTypes, type KeptFields } from './kept-fields.ts'

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

/** What a donation was from its arrival on. */
type Given = KeptFields & {
  id: number
  organization_id: number
  donor_id: number
  donated_at: string
  currency: Currency
  employer_text: string
  recurring_id: string | null
}

/** What becomes of it. */
type Decided = {
  amount_cents: number
  company_id: number | null
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
  custom: Record<string, unknown>
  inert: boolean
  opt_in_required: boolean
}

/** A donation as the rules see it. */
export type JudgedRow = Given &
  Decided & {
    donor_email: string
    created_at: string
    consented: boolean
  }

/** A donation that is not here yet: judged first, inserted with what the rules decided. */
export type ArrivingRow = JudgedRow & {
  readonly gift_key: string
  readonly transaction_id: string | null
  readonly import_id: number | null
}

const keyTypes = { organization_id: 'bigint', id: 'bigint' } as const

const decidedTypes = {
  amount_cents: 'bigint',
  company_id: 'bigint',
  employer_how: 'text',
  employer_confidence: 'real',
  status_id: 'smallint',
  previous_status_id: 'smallint',
  reason_code: 'text',
  payment_state: 'text',
  estimated_cents: 'bigint',
  estimate_is_certain: 'boolean',
  deadline_at: 'timestamptz',
  look_again_at: 'timestamptz',
  policy_version_id: 'bigint',
  campaign_id: 'bigint',
  merged_into_id: 'bigint',
  custom: 'jsonb',
  inert: 'boolean',
  opt_in_required: 'boolean',
} as const satisfies ColumnTypes<Decided>

const insertedTypes = {
  ...keyTypes,
  donor_id: 'bigint',
  donated_at: 'timestamp',
  currency: 'text',
  employer_text: 'text',
  recurring_id: 'text',
  gift_key: 'uuid',
  transaction_id: 'text',
  import_id: 'bigint',
  ...decidedTypes,
  ...fieldTypes,
} as const satisfies ColumnTypes<Omit<ArrivingRow, 'donor_email' | 'created_at' | 'consented'>>

/** Stamps as ISO text, as the rows of a file have them. */
const readInAnotherWay: Readonly<Partial<Record<keyof typeof decidedTypes, Sql>>> = {
  deadline_at: sql`to_json(d.deadline_at) #>> '{}' AS deadline_at`,
  look_again_at: sql`to_json(d.look_again_at) #>> '{}' AS look_again_at`,
}
const decidedNames = Object.keys(decidedTypes) as (keyof typeof decidedTypes)[]
const judgedColumns = sql`d.id, d.organization_id, d.donor_id, p.email AS donor_email,
  to_char(d.donated_at, 'YYYY-MM-DD HH24:MI:SS') AS donated_at, to_json(d.created_at) #>> '{}' AS created_at, d.currency,
  d.employer_text, d.recurring_id, d.consented_at IS NOT NULL AS consented,
  ${sql.join(decidedNames.map((name) => readInAnotherWay[name] ?? sql.ref(`d.${name}`)))}, ${columnNames(fieldTypes, 'd')}`

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

/** Inserts judged gifts with the ids they were given. */
export async function insertDonations(db: Db, rows: readonly ArrivingRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const names = columnNames(insertedTypes)
  await sql`
    INSERT INTO donations (${names}, status_changed_at, created_at)
    SELECT ${names}, ${now}::timestamptz, ${now}::timestamptz FROM ${recordset(insertedTypes, rows)} ORDER BY id`.execute(
    db,
  )
}

/** Writes what the rules decided about gifts that were here before. */
export async function updateJudged(db: Db, rows: readonly JudgedRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    UPDATE donations d SET ${assignments(decidedTypes)}, version = d.version + 1,
      status_changed_at = CASE WHEN d.status_id = r.status_id THEN d.status_changed_at ELSE ${now}::timestamptz END
    FROM ${recordset({ ...keyTypes, ...decidedTypes }, rows)}
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

const eventTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  action: 'text',
  from_status_id: 'smallint',
  to_status_id: 'smallint',
  reason_code: 'text',
} as const satisfies ColumnTypes<EventRow>

export type Actor = { readonly kind: 'system' | 'user' | 'donor' | 'import'; readonly userId: number | null }

export async function insertEvents(db: Db, rows: readonly EventRow[], actor: Actor, now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO donation_events (${columnNames(eventTypes)}, at, actor, user_id)
    SELECT ${columnNames(eventTypes)}, ${now}::timestamptz, ${actor.kind}, ${actor.userId}::bigint
    FROM ${recordset(eventTypes, rows)}`.execute(db)
}

export type EvaluationRow = {
  readonly organization_id: number
  readonly donation_id: number
  readonly status_id: StatusId
  readonly policy_version_id: number | null
  readonly trace: readonly { readonly rule: string; readonly text: string }[]
}

const evaluationTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  status_id: 'smallint',
  policy_version_id: 'bigint',
  trace: 'jsonb',
} as const satisfies ColumnTypes<EvaluationRow>

export async function insertEvaluations(db: Db, rows: readonly EvaluationRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO evaluations (${columnNames(evaluationTypes)}, at)
    SELECT ${columnNames(evaluationTypes)}, ${now}::timestamptz FROM ${recordset(evaluationTypes, rows)}`.execute(db)
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
