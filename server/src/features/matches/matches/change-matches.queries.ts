import { donationChanges } from '@twofold/contract'
import type { AppliedTerms, StatusId } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import {
  assignments,
  type ColumnTypes,
  columnNames,
  maxPipelinedRows,
  recordset,
  writeRows,
} from '../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import {
  type ArrivingRow,
  decidedTypes,
  exhausted,
  factTypes,
  insertedTypes,
  keyTypes,
  type MatchRow,
  movedTypes,
} from '../rows/index.ts'
import { withSumDeltas } from '../sums/index.ts'
import type { Actor } from './actor.ts'

/** Only `change-matches.ts` calls these statements. */

/** Allows the statements that `work` sends synchronously. A trigger rejects all other writes. */
export async function withMatchWritesAllowed(db: Db, work: () => Promise<unknown>): Promise<void> {
  sql.prepared`SET LOCAL app.changing_matches = 'on'`.send(db)
  const done = work()
  sql.prepared`SET LOCAL app.changing_matches = 'off'`.send(db)
  await done
}

const submittedStatus = sql.raw('4')
/** These statuses follow a request and keep its date. */
const statusesAfterRequest = sql.raw('(1, 4, 11, 12, 13, 16)')

/** The ids are preassigned. */
export async function insertDonations(db: Db, rows: readonly ArrivingRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const names = columnNames(insertedTypes)
  await writeRows(
    db,
    rows,
    withSumDeltas(sql`
    INSERT INTO donations (${names}, submitted_on, status_changed_at, created_at)
    SELECT ${names}, CASE WHEN status_id = ${submittedStatus} THEN (${now}::timestamptz AT TIME ZONE 'UTC')::date END,
      ${now}::timestamptz, ${now}::timestamptz
    FROM ${recordset(insertedTypes, rows)} ORDER BY id`),
  )
}

/** Written columns: those of a move, those that the rules decide, or the gift's facts as well. */
const writeScopes = {
  moved: { columns: movedTypes, written: { ...keyTypes, ...movedTypes } },
  decided: { columns: decidedTypes, written: { ...keyTypes, ...decidedTypes } },
  edited: { columns: { ...decidedTypes, ...factTypes }, written: { ...keyTypes, ...decidedTypes, ...factTypes } },
} as const
export type WriteScope = keyof typeof writeScopes

/** A move writes only four columns, which is cheaper. */
export async function updateMatches(db: Db, scope: WriteScope, rows: readonly MatchRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const { columns } = writeScopes[scope]
  const written = recordset(writeScopes[scope].written, rows)
  // A move evaluates nothing, so it keeps the time of the next evaluation.
  const directoryAssignment =
    scope === 'moved'
      ? sql``
      : sql`directory_changed = d.directory_changed AND d.look_again_at IS NOT DISTINCT FROM r.look_again_at,`
  await writeRows(
    db,
    rows,
    withSumDeltas(sql`
    UPDATE donations d SET ${assignments(columns)}, version = d.version + 1, ${directoryAssignment}
      submitted_on = CASE
        WHEN d.status_id <> r.status_id AND r.status_id NOT IN ${statusesAfterRequest} THEN NULL
        WHEN d.status_id <> r.status_id AND r.status_id = ${submittedStatus} AND d.submitted_on IS NULL
          THEN (${now}::timestamptz AT TIME ZONE 'UTC')::date
        ELSE d.submitted_on END,
      status_changed_at = CASE WHEN d.status_id = r.status_id THEN d.status_changed_at ELSE ${now}::timestamptz END
    FROM ${written}
    WHERE d.organization_id = r.organization_id AND d.id = r.id`),
  )
}

const statusTimeTypes = { organization_id: 'bigint', id: 'bigint', since: 'timestamptz' } as const

export async function restoreStatusTimes(
  db: Db,
  rows: readonly { readonly organization_id: number; readonly id: number; readonly since: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await writeRows(
    db,
    rows,
    sql.prepared`
    UPDATE donations d SET status_changed_at = r.since FROM ${recordset(statusTimeTypes, rows)}
    WHERE d.organization_id = r.organization_id AND d.id = r.id`,
  )
}

/** Payout lines of deleted donations become unassigned again. */
export async function deleteDonations(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<number> {
  sql`SELECT FROM unlink_payout_lines(${[...donationIds]}::bigint[])`.send(db)
  const { count } = await withSumDeltas(sql`
    DELETE FROM donations
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[])`).execute(
    db,
  )
  return count
}

/** Amounts are in cents; people and companies are given by name. */
export type FieldChange = { readonly field: string; readonly from: unknown; readonly to: unknown }

export type EventRow = {
  readonly organization_id: number
  readonly donation_id: number
  readonly action: string
  readonly from_status_id: StatusId | null
  readonly to_status_id: StatusId
  readonly reason_code: string
  readonly changes: readonly FieldChange[]
  readonly why: string
}

const eventTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  action: 'text',
  from_status_id: 'smallint',
  to_status_id: 'smallint',
  reason_code: 'text',
  changes: 'jsonb',
  why: 'text',
} as const satisfies ColumnTypes<EventRow>

export async function insertEvents(db: Db, rows: readonly EventRow[], actor: Actor, now: Date): Promise<void> {
  if (rows.length === 0) return
  await writeRows(
    db,
    rows,
    sql.prepared`
    INSERT INTO donation_events (${columnNames(eventTypes)}, at, actor, user_id, version)
    SELECT ${columnNames(eventTypes, 'r')}, ${now}::timestamptz, ${actor.kind}, ${actor.userId}::bigint, d.version
    FROM ${recordset(eventTypes, rows)}
    JOIN donations d ON d.organization_id = r.organization_id AND d.id = r.donation_id`,
  )
}

/** A change by staff waits as long as it can be undone. */
export async function queueStatusDeliveries(
  db: Db,
  events: readonly EventRow[],
  { kind }: Pick<Actor, 'kind'>,
  now: Date,
): Promise<void> {
  const moved = events.filter(({ from_status_id, to_status_id }) => from_status_id !== to_status_id)
  if (moved.length === 0) return
  await writeRows(
    db,
    moved,
    sql.prepared`
    SELECT FROM queue_status_deliveries(${moved.map((event) => event.organization_id)}::bigint[],
      ${moved.map((event) => event.donation_id)}::bigint[], ${moved.map((event) => event.from_status_id)}::smallint[],
      ${moved.map((event) => event.to_status_id)}::smallint[], ${moved.map(({ action }) => action === 'undone')}::boolean[],
      make_interval(secs => ${kind === 'user' ? donationChanges.undoSeconds : 0}), ${now}::timestamptz)`,
  )
}

/** The inputs of the estimate are stored, so that it can be recomputed years later. Cents of the gift's currency. */
export type EvaluationRow = {
  readonly organization_id: number
  readonly donation_id: number
  readonly status_id: StatusId
  readonly reason_code: string
  readonly policy_version_id: number | null
  readonly campaign_id: number | null
  readonly amount_cents: number
  readonly currency: string
  readonly estimated_cents: number
  readonly estimate_is_certain: boolean
  readonly ratio: string | null
  /** Cents of the policy's currency; null if there is no known limit. */
  readonly gift_limit_cents: number | null
  readonly year_left_cents: number | null
  readonly lifetime_left_cents: number | null
  readonly terms: AppliedTerms | null
  readonly trace: readonly { readonly rule: string; readonly text: string }[]
}

const evaluationTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  status_id: 'smallint',
  reason_code: 'text',
  policy_version_id: 'bigint',
  campaign_id: 'bigint',
  amount_cents: 'bigint',
  currency: 'text',
  estimated_cents: 'bigint',
  estimate_is_certain: 'boolean',
  ratio: 'text',
  gift_limit_cents: 'bigint',
  year_left_cents: 'bigint',
  lifetime_left_cents: 'bigint',
} as const satisfies ColumnTypes<Omit<EvaluationRow, 'terms' | 'trace'>>

type Reasons = Pick<EvaluationRow, 'terms' | 'trace'> & { readonly reasons: number }
const reasonTypes = { reasons: 'integer', terms: 'jsonb', trace: 'jsonb' } as const satisfies ColumnTypes<Reasons>
const reasonedTypes = { ...evaluationTypes, reasons: 'integer' } as const

/** Identical reasons are sent once, because the gifts of an upload share a few. */
export async function insertEvaluations(db: Db, rows: readonly EvaluationRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  const reasonsByText = new Map<string, Reasons>()
  const rowsWithReasons = []
  for (const { terms, trace, ...row } of rows) {
    if (rows.length > maxPipelinedRows) await yieldToEventLoop()
    const text = JSON.stringify([terms, trace])
    const reasons = reasonsByText.get(text)?.reasons ?? reasonsByText.size
    if (reasons === reasonsByText.size) reasonsByText.set(text, { reasons, terms, trace })
    rowsWithReasons.push({ ...row, reasons })
  }
  const statement = sql.prepared`
    INSERT INTO evaluations (${columnNames(evaluationTypes)}, terms, trace, at)
    SELECT ${columnNames(evaluationTypes, 'r')}, w.terms, w.trace, ${now}::timestamptz
    FROM ${recordset(reasonedTypes, rowsWithReasons)} JOIN ${recordset(reasonTypes, [...reasonsByText.values()], 'w')} ON w.reasons = r.reasons
    ORDER BY r.donation_id`
  await writeRows(db, rows, statement)
}

const nameRow = idRow.extend({ name: z.string() })

export async function listCompanyNames(db: Db, companyIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await sql.prepared(nameRow)`
    SELECT id, name FROM companies WHERE id = ANY (${[...companyIds]}::bigint[])`.rows(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const maximumTypes = { organization_id: 'bigint', donor_id: 'bigint', company_id: 'bigint' } as const

/** Schedules the same people's matches at the same companies that got nothing of a maximum. */
export const scheduleExhausted = (db: Db, organizationIds: readonly number[], freed: readonly MaximumKey[], at: Date) =>
  scheduleEvaluation(db, organizationIds, freed, exhausted('d'), at)

/** Schedules the same people's matches at the same companies that may have used a freed maximum. */
export const scheduleChangedSince = (
  db: Db,
  organizationIds: readonly number[],
  taken: readonly MaximumKey[],
  since: Date,
  at: Date,
) => scheduleEvaluation(db, organizationIds, taken, sql`d.counted AND d.status_changed_at > ${since}::timestamptz`, at)

type MaximumKey = Pick<MatchRow, 'organization_id' | 'donor_id' | 'company_id'>

async function scheduleEvaluation(
  db: Db,
  organizationIds: readonly number[],
  maximums: readonly MaximumKey[],
  condition: Sql,
  at: Date,
): Promise<void> {
  if (maximums.length === 0) return
  // A person is one donor per organization, so other donors matter only in larger families.
  const joinPeople =
    organizationIds.length === 1
      ? sql``
      : sql`
    JOIN donors p ON p.organization_id = r.organization_id AND p.id = r.donor_id
    JOIN donors same ON same.donor_key = p.donor_key AND same.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND (same.id = p.id OR p.email <> '')`
  const isSamePerson =
    organizationIds.length === 1
      ? sql`d.organization_id = r.organization_id AND d.donor_id = r.donor_id`
      : sql`d.organization_id = same.organization_id AND d.donor_id = same.id`
  await writeRows(
    db,
    maximums,
    sql.prepared`
    UPDATE donations d SET look_again_at = least(d.look_again_at, ${at}::timestamptz)
    FROM ${recordset(maximumTypes, maximums)}${joinPeople}
    WHERE ${isSamePerson} AND d.company_id = r.company_id AND ${condition}`,
  )
}
