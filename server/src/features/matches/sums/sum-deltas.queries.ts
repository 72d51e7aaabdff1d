import { type Sql, sql } from '../../../platform/database/sql.ts'

const columns = [
  'organization_id',
  'donated_at',
  'status_id',
  'currency',
  'company_id',
  'campaign_key',
  'inert',
  'deadline_at',
  'submitted_on',
  'received_at',
  'amount_cents',
  'estimated_cents',
  'received_cents',
  'counted',
]
const columnList = sql.raw(columns.join(', '))
const oldColumnList = sql.raw(columns.map((name) => `old_${name}`).join(', '))
const oldColumns = sql.raw(columns.map((name) => `old.${name} AS old_${name}`).join(', '))

/** `sign` is -1 for old rows. */
const insertDeltas = (rows: Sql): Sql => sql`
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, company_id, campaign_key, deadline_week,
    submitted_on, received_on, gifts, amount_cents, estimated_cents, received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, coalesce(company_id, 0), coalesce(campaign_key, ''),
    CASE WHEN NOT inert THEN week_of_deadline(deadline_at) END, submitted_on, (received_at AT TIME ZONE 'UTC')::date,
    sum(sign), sum(sign * amount_cents), sum(sign * estimated_cents), sum(sign * received_cents),
    sum(sign * (received_cents <> 0)::integer)
  FROM ${rows} WHERE counted
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  HAVING sum(sign) <> 0 OR sum(sign * amount_cents) <> 0 OR sum(sign * estimated_cents) <> 0
    OR sum(sign * received_cents) <> 0 OR sum(sign * (received_cents <> 0)::integer) <> 0`

/** Updates the sums, too. Returns one row per donation; `rows` may select from `written`. */
export const withSumDeltas = (write: Sql, rows: Sql = sql`SELECT FROM written`): Sql => sql.prepared`
  WITH written AS (${write} RETURNING new.*, ${oldColumns}),
  changes AS (SELECT change.* FROM written CROSS JOIN LATERAL (VALUES (1, ${columnList}), (-1, ${oldColumnList})) AS change (sign, ${columnList})),
  summed AS (${insertDeltas(sql`changes`)})
  ${rows}`
