import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const appliedRow = z.object({ applied: z.int() })

/** SQL: a request recorded before its gift counts as the same day. */
export const waitsOf = (deltas: Sql): Sql => sql`
  SELECT organization_id, 'request' AS step, date_trunc('month', submitted_on)::date AS month,
    greatest(0, submitted_on - day) AS days, gifts
  FROM ${deltas} WHERE submitted_on IS NOT NULL
  UNION ALL
  SELECT organization_id, 'payment', date_trunc('month', received_on)::date, greatest(0, received_on - submitted_on), gifts
  FROM ${deltas} WHERE submitted_on IS NOT NULL AND received_on IS NOT NULL`

export const requestsOf = (deltas: Sql): Sql => sql`
  SELECT organization_id, date_trunc('month', submitted_on)::date AS submitted_month,
    coalesce(date_trunc('month', received_on)::date, 'infinity') AS received_month, currency, gifts, estimated_cents,
    received_cents
  FROM ${deltas} WHERE submitted_on IS NOT NULL`

type SummaryTable = {
  readonly table: string
  readonly keys: Readonly<Record<string, Sql>>
  readonly sums: Readonly<Record<string, Sql>>
  readonly from: Sql
}

const taken = sql`taken`
const columns = <Name extends string>(...names: readonly Name[]): Readonly<Record<string, Sql>> =>
  Object.fromEntries(names.map((name) => [name, sql.ref(name)]))
const month = sql`date_trunc('month', day)::date`
const money = columns('gifts', 'amount_cents', 'estimated_cents', 'received_cents', 'paid')
const requested = {
  ...money,
  submitted_gifts: sql`submitted_part(status_id, gifts)`,
  submitted_cents: sql`submitted_part(status_id, estimated_cents)`,
}

const summaryTables: readonly SummaryTable[] = [
  { table: 'donation_days', keys: columns('day', 'status_id', 'currency'), sums: money, from: taken },
  { table: 'donation_months', keys: { month, ...columns('status_id', 'currency') }, sums: money, from: taken },
  {
    table: 'donation_companies',
    keys: { month, ...columns('company_id', 'status_id', 'currency') },
    sums: money,
    from: taken,
  },
  {
    table: 'donation_company_months',
    keys: { month, ...columns('company_id', 'currency') },
    sums: requested,
    from: taken,
  },
  {
    table: 'donation_company_years',
    keys: { year: sql`date_trunc('year', day)::date`, ...columns('company_id', 'currency') },
    sums: requested,
    from: taken,
  },
  {
    table: 'donation_campaigns',
    keys: { month, ...columns('campaign_key', 'status_id', 'currency') },
    sums: money,
    from: taken,
  },
  {
    table: 'donation_deadlines',
    keys: columns('deadline_week', 'status_id', 'currency'),
    sums: columns('gifts', 'amount_cents', 'estimated_cents'),
    from: sql`taken WHERE deadline_week IS NOT NULL`,
  },
  {
    table: 'donation_waits',
    keys: columns('step', 'month', 'days'),
    sums: columns('gifts'),
    from: sql`(${waitsOf(taken)}) AS held`,
  },
  {
    table: 'donation_requests',
    keys: columns('submitted_month', 'received_month', 'currency'),
    sums: columns('gifts', 'estimated_cents', 'received_cents'),
    from: sql`(${requestsOf(taken)}) AS held`,
  },
]

/** A fixed key order prevents deadlocks. Rows whose sums do not change are skipped. */
function addTo({ table, keys, sums, from }: SummaryTable): Sql {
  const names = (of: Readonly<Record<string, Sql>>): Sql => sql.join(Object.keys(of).map((name) => sql.ref(name)))
  const values = Object.values(sums).map((value) => sql`sum(${value})`)
  const added = Object.keys(sums).map((name) => sql`${sql.ref(name)} = s.${sql.ref(name)} + excluded.${sql.ref(name)}`)
  const places = sql.raw(['1', ...Object.keys(keys).map((_, at) => String(at + 2))].join(', '))
  return sql`${sql.ref(`to_${table}`)} AS (
    INSERT INTO ${sql.ref(table)} AS s (organization_id, ${names(keys)}, ${names(sums)})
    SELECT organization_id, ${sql.join(Object.values(keys))}, ${sql.join(values)} FROM ${from}
    GROUP BY ${places} HAVING ${sql.join(
      values.map((value) => sql`${value} <> 0`),
      sql` OR `,
    )} ORDER BY ${places}
    ON CONFLICT (organization_id, ${names(keys)}) DO UPDATE SET ${sql.join(added)})`
}

/**
 * A single statement, so that readers see all or nothing. Returns 0 while another node applies them. Crosses organizations.
 */
export async function applyDeltas(db: Db, limit: number): Promise<number> {
  return sql(appliedRow)`
    WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended('update summaries', 0)) AS mine),
    chosen AS MATERIALIZED (
      SELECT d.organization_id, d.id FROM donation_deltas d, turn WHERE turn.mine
      ORDER BY d.organization_id, d.id LIMIT ${limit}),
    taken AS (
      DELETE FROM donation_deltas d USING chosen c
      WHERE d.organization_id = c.organization_id AND d.id = c.id
      RETURNING d.*),
    ${sql.join(summaryTables.map(addTo))}
    SELECT count(*) AS applied FROM taken`.value(db, 'applied', 0)
}
