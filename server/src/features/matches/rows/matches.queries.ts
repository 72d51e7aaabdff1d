import { voidedStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { columnNames } from '../../../platform/database/recordset.ts'
import { idRow, type Sql, sql } from '../../../platform/database/sql.ts'
import { fieldTypes } from '../imported-fields/index.ts'
import { type Charge, chargeOfMatch, chargeRow } from '../ledger/index.ts'
import {
  type ChargeIds,
  chargeIdsShape,
  type DecidedFields,
  decidedTypes,
  type MatchRow,
  storedMatch,
} from './match-row.ts'

const asText = (name: keyof DecidedFields): Sql => sql`to_json(${sql.ref(`d.${name}`)}) #>> '{}' AS ${sql.ref(name)}`
const isDecided = (name: string): name is keyof DecidedFields => Object.hasOwn(decidedTypes, name)
const decidedColumns = Object.keys(decidedTypes)
  .filter(isDecided)
  .map((name) => (decidedTypes[name] === 'timestamptz' ? asText(name) : sql.ref(`d.${name}`)))

const rowColumns = sql`d.id, d.organization_id, d.donor_id, p.email AS donor_email,
  coalesce(CASE WHEN p.mailbox IS NULL THEN '' ELSE p.donor_key END, '') AS donor_person,
  to_char(d.donated_at, 'YYYY-MM-DD HH24:MI:SS') AS donated_at, to_json(d.created_at) #>> '{}' AS created_at,
  to_json(d.status_changed_at) #>> '{}' AS status_changed_at, d.currency,
  d.employer_text, d.recurring_id, d.custom, ${sql.join(decidedColumns)}, ${columnNames(fieldTypes, 'd')}`

/** One lookup per person, because a single join would read all donors. */
export async function lockDonationsOfDonors(
  db: Db,
  organizationIds: readonly number[],
  donorIds: readonly number[],
): Promise<MatchRow[]> {
  return sql.prepared(storedMatch)`
    WITH given AS (
      SELECT organization_id, id, donor_key, email FROM donors
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donorIds]}::bigint[])
    ), people AS MATERIALIZED (
      SELECT organization_id, id FROM given
      UNION
      SELECT same.organization_id, same.id FROM given g
      JOIN donors same ON same.donor_key = g.donor_key AND same.organization_id = ANY (${[...organizationIds]}::bigint[])
      WHERE g.email <> ''
    )
    SELECT ${rowColumns} FROM donations d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.id = ANY (ARRAY(SELECT theirs.id FROM people CROSS JOIN LATERAL (
        SELECT id FROM donations WHERE organization_id = people.organization_id AND donor_id = people.id OFFSET 0) theirs))
      AND d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.deleted_at IS NULL
    ORDER BY d.organization_id, d.id FOR UPDATE OF d`.rows(db)
}

/** The fixed order avoids deadlocks. Omits unknown ids, deleted donations, and parts of combined matches. */
export async function lockDonations(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  { includeCombined = false } = {},
): Promise<MatchRow[]> {
  return sql.prepared(storedMatch)`
    SELECT ${rowColumns} ${lockClause(organizationIds, donationIds, includeCombined)}`.rows(db)
}

const lockClause = (
  organizationIds: readonly number[],
  donationIds: readonly number[],
  includeCombined: boolean,
): Sql =>
  sql`FROM donations d
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.id = ANY (${[...donationIds]}::bigint[])
      AND d.deleted_at IS NULL AND (d.merged_into_id IS NULL OR ${includeCombined})
    ORDER BY d.organization_id, d.id FOR UPDATE OF d`

const lockedMatch = storedMatch.extend({
  ...chargeIdsShape,
  charge: chargeRow.nullable(),
  is_waited_for: z.boolean(),
  is_closed: z.boolean(),
})

export type ActionTargets = {
  readonly rows: MatchRow[]
  readonly bills: ReadonlyMap<number, ChargeIds>
  readonly charged: ReadonlyMap<number, Charge>
  /** Another match of the same person waits for a maximum that one of these may free. */
  readonly areWaitedFor: boolean
  readonly isClosed: boolean
}

export async function lockForAction(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
  { includeCombined = false } = {},
): Promise<ActionTargets> {
  const rows = await sql.prepared(lockedMatch)`
    SELECT ${rowColumns}, d.refunded_bill_id, d.processed_bill_id, d.eligible_bill_id,
      ${chargeOfMatch} AS charge, EXISTS (${waitingMatches(organizationIds)}) AS is_waited_for,
      EXISTS (SELECT FROM organizations o WHERE o.id = d.organization_id AND (o.rule_deactivated OR o.cancelled_at IS NOT NULL))
        AS is_closed
    ${lockClause(organizationIds, donationIds, includeCombined)}`.rows(db)
  const targets = rows.map(
    ({ refunded_bill_id, processed_bill_id, eligible_bill_id, charge, is_waited_for, is_closed, ...row }) => ({
      row,
      charge,
      bills: { refunded_bill_id, processed_bill_id, eligible_bill_id },
    }),
  )
  return {
    rows: targets.map(({ row }) => row),
    bills: new Map(targets.map(({ row, bills }) => [row.id, bills])),
    charged: new Map(targets.flatMap(({ row, charge }) => (charge ? [[row.id, charge]] : []))),
    areWaitedFor: rows.some(({ is_waited_for }) => is_waited_for),
    isClosed: rows.some(({ is_closed }) => is_closed),
  }
}

const waitingMatches = (organizationIds: readonly number[]): Sql =>
  organizationIds.length === 1
    ? sql`SELECT FROM donations w WHERE w.organization_id = d.organization_id AND w.donor_id = d.donor_id
        AND w.company_id = d.company_id AND ${exhausted('w')}`
    : sql`SELECT FROM donors same JOIN donations w ON w.organization_id = same.organization_id AND w.donor_id = same.id
        WHERE same.donor_key = p.donor_key AND same.organization_id = ANY (${[...organizationIds]}::bigint[])
          AND (same.id = p.id OR p.email <> '') AND w.company_id = d.company_id AND ${exhausted('w')}`

export const exhausted = (alias: 'd' | 'w'): Sql =>
  sql`${sql.ref(`${alias}.status_id`)} = 11 AND ${sql.ref(`${alias}.reason_code`)} IN ('yearly_maximum', 'lifetime_maximum')
    AND ${sql.ref(`${alias}.counted`)}`

const reasonRow = idRow.extend({ reason_code: z.string() })

export async function listReasonsBefore(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql.prepared(reasonRow)`
    SELECT d.id, coalesce((SELECT known.reason_code FROM (
        (SELECT e.at, e.reason_code FROM donation_events e
          WHERE e.organization_id = d.organization_id AND e.donation_id = d.id AND e.to_status_id = d.previous_status_id
            AND e.from_status_id IS DISTINCT FROM e.to_status_id
            AND (e.from_status_id IS NULL OR NOT e.from_status_id = ANY (${[...voidedStatusIds]}::smallint[]))
          ORDER BY e.id DESC LIMIT 1)
        UNION ALL
        (SELECT v.at, v.reason_code FROM evaluations v
          WHERE v.organization_id = d.organization_id AND v.donation_id = d.id AND v.status_id = d.previous_status_id
          ORDER BY v.id DESC LIMIT 1)) known
      ORDER BY known.at DESC LIMIT 1), '') AS reason_code
    FROM donations d
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[])
      AND d.id = ANY (${[...donationIds]}::bigint[])`.rows(db)
  return new Map(rows.map(({ id, reason_code }) => [id, reason_code]))
}

const donorOfDonation = z.object({ donor_id: z.int() })

export async function listDonorsOf(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<number[]> {
  return sql.prepared(donorOfDonation)`
    SELECT DISTINCT donor_id FROM donations
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[])
      AND deleted_at IS NULL`.column(db, 'donor_id')
}

export async function cancelReevaluation(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<void> {
  if (donationIds.length === 0) return
  await sql`
    UPDATE donations SET look_again_at = NULL, directory_changed = false
    WHERE organization_id = ANY (${[...organizationIds]}::bigint[])
      AND id = ANY (${[...donationIds]}::bigint[])`.execute(db)
}

const mergedRow = idRow.extend({ donor_id: z.int() })

export async function listMergedWith(
  db: Db,
  organizationIds: readonly number[],
  donationIds: readonly number[],
): Promise<z.infer<typeof mergedRow>[]> {
  return sql.prepared(mergedRow)`
    WITH given AS (
      SELECT id, merged_into_id FROM donations
      WHERE organization_id = ANY (${[...organizationIds]}::bigint[]) AND id = ANY (${[...donationIds]}::bigint[]))
    SELECT d.id, d.donor_id FROM donations d
    WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) AND d.deleted_at IS NULL
      AND NOT d.id = ANY (${[...donationIds]}::bigint[])
      AND (d.merged_into_id IN (SELECT id FROM given) OR d.merged_into_id IN (SELECT merged_into_id FROM given)
        OR d.id IN (SELECT merged_into_id FROM given))
    ORDER BY d.id`.rows(db)
}
