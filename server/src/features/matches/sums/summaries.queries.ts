import { type Currency, currency, statistics } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { leftJoined, type Sql, sql } from '../../../platform/database/sql.ts'
import { type DayRange, monthBefore, splitMonths, splitRange } from './summary-ranges.ts'

// Readers add months, days, and deltas not yet applied in one statement, and so in one snapshot.

/** Null is no condition; both days are inclusive. */
export type SummaryScope = {
  readonly organizationIds: readonly number[]
  readonly statusIds: readonly number[] | null
  readonly from: string | null
  readonly to: string | null
}

export function countInSummary(scope: SummaryScope): Sql {
  return sql`(SELECT coalesce(sum(gifts), 0)::bigint FROM (${summaryRows(scope, sql`gifts`, sql`gifts`)}) AS held)`
}

/**
 * SQL: in full months, from sums by year and month. `days` are the rest of the range. Null if it contains no full
 * month.
 */
export function countOfCompanies(
  { organizationIds, from, to }: Omit<SummaryScope, 'statusIds'>,
  companyIds: readonly number[],
): { readonly inMonths: Sql; readonly days: readonly DayRange[] } | null {
  const { months: wholeMonths, days } = splitRange(from, to)
  if (wholeMonths === null) return null
  const { years, months } = splitMonths(
    wholeMonths.from?.slice(0, 7) ?? null,
    wholeMonths.before && monthBefore(wholeMonths.before),
  )
  const isOfCompanies = sql`organization_id = ANY (${[...organizationIds]}::bigint[]) AND company_id = ANY (${[...companyIds]}::bigint[])`
  const parts = months.map(
    (range) => sql`SELECT gifts FROM donation_company_months WHERE ${isOfCompanies} ${between(sql`month`, range)}`,
  )
  if (years)
    parts.push(sql`SELECT gifts FROM donation_company_years WHERE ${isOfCompanies} ${between(sql`year`, years)}`)
  parts.push(sql`SELECT gifts FROM donation_deltas WHERE ${isOfCompanies} ${between(sql`day`, wholeMonths)}`)
  return {
    inMonths: sql`(SELECT coalesce(sum(gifts), 0)::bigint FROM (${sql.join(parts, sql` UNION ALL `)}) AS held)`,
    days,
  }
}

const statusSum = z.object({
  status_id: z.int(),
  currency,
  gifts: z.int(),
  amount_cents: z.int(),
  estimated_cents: z.int(),
  received_cents: z.int(),
  paid: z.int(),
})
export type StatusSum = z.infer<typeof statusSum>

const monthSum = statusSum.extend({
  month: z.string(),
})
export type MonthSum = z.infer<typeof monthSum>

const groupSum = monthSum
  .pick({ month: true, currency: true, gifts: true, amount_cents: true, estimated_cents: true })
  .extend({ group: z.enum(statistics.monthGroupIds) })
export type GroupSum = z.infer<typeof groupSum>

const ownCurrency = z.object({ own: currency })
const statusRow = leftJoined(ownCurrency, statusSum)
const groupRow = leftJoined(ownCurrency, groupSum)
const monthRow = leftJoined(ownCurrency, monthSum)

export type Sums<Row> = { readonly currency: Currency; readonly sums: readonly Row[] }

const summed = sql`sum(gifts)::bigint AS gifts, sum(amount_cents)::bigint AS amount_cents,
  sum(estimated_cents)::bigint AS estimated_cents, sum(received_cents)::bigint AS received_cents, sum(paid)::bigint AS paid`

export async function sumByStatus(database: Database, tenant: Tenant, scope: SummaryScope): Promise<Sums<StatusSum>> {
  const columns = sql`status_id, currency, gifts, amount_cents, estimated_cents, received_cents, paid`
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(statusRow)`
    SELECT o.currency AS own, s.* FROM organizations o LEFT JOIN (
      SELECT status_id, currency, ${summed} FROM (${summaryRows(scope, columns, columns)}) AS held
      GROUP BY status_id, currency HAVING sum(gifts) <> 0) s ON true
    WHERE o.id = ${tenant.organizationId}`,
  )
  return { currency: ownCurrencyOf(rows, tenant), sums: rows.filter((row) => row.status_id !== null) }
}

export async function sumByMonth(database: Database, tenant: Tenant, scope: SummaryScope): Promise<Sums<MonthSum>> {
  const rest = sql`status_id, currency, gifts, amount_cents, estimated_cents, received_cents, paid`
  const monthRows = summaryRows(scope, sql`month, ${rest}`, sql`date_trunc('month', day)::date AS month, ${rest}`)
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(monthRow)`
    SELECT o.currency AS own, s.* FROM organizations o LEFT JOIN (
      SELECT month, status_id, currency, ${summed} FROM (${monthRows}) AS held
      GROUP BY month, status_id, currency HAVING sum(gifts) <> 0) s ON true
    WHERE o.id = ${tenant.organizationId}`,
  )
  return { currency: ownCurrencyOf(rows, tenant), sums: rows.filter((row) => row.month !== null).toSorted(byMonth) }
}

const byMonth = (one: Pick<MonthSum, 'month'>, other: Pick<MonthSum, 'month'>): number =>
  one.month < other.month ? -1 : one.month > other.month ? 1 : 0

const { other: _, ...inCards } = statistics.monthGroups
const whenInCard = Object.entries(inCards).map(
  ([group, ids]) => sql`WHEN status_id IN (${sql.raw(ids.join(', '))}) THEN ${sql.raw(`'${group}'`)}`,
)
const groupOfStatus = sql`CASE ${sql.join(whenInCard, sql` `)} ELSE 'other' END`

/** A third of the rows, which take longer to read than to sum. */
export async function sumByMonthAndGroup(
  database: Database,
  tenant: Tenant,
  scope: SummaryScope,
): Promise<Sums<GroupSum>> {
  const rest = sql`status_id, currency, gifts, amount_cents, estimated_cents`
  const monthRows = summaryRows(scope, sql`month, ${rest}`, sql`date_trunc('month', day)::date AS month, ${rest}`)
  const rows = await readInTenant(
    database,
    tenant,
    sql.prepared(groupRow)`
    SELECT o.currency AS own, s.* FROM organizations o LEFT JOIN (
      SELECT month, ${groupOfStatus} AS "group", currency, sum(gifts)::bigint AS gifts,
        sum(amount_cents)::bigint AS amount_cents, sum(estimated_cents)::bigint AS estimated_cents
      FROM (${monthRows}) AS held GROUP BY 1, 2, 3 HAVING sum(gifts) <> 0) s ON true
    WHERE o.id = ${tenant.organizationId}`,
  )
  return { currency: ownCurrencyOf(rows, tenant), sums: rows.filter((row) => row.month !== null).toSorted(byMonth) }
}

export function ownCurrencyOf([first]: readonly { readonly own: Currency }[], { organizationId }: Tenant): Currency {
  if (!first) throw new Error(`organization ${organizationId} no longer exists`)
  return first.own
}

/**
 * Returns the first parts of a WITH. `landing` has one row, or none after the end of the list: `since` (inclusive),
 * `before` (exclusive), and the number of earlier gifts (`skipped`).
 */
export function locatePageInSummary(
  scope: SummaryScope,
  page: { readonly offset: number; readonly limit: number; readonly ascending: boolean },
): Sql {
  const direction = page.ascending ? sql`ASC` : sql`DESC`
  const ofMonth = sql`month, gifts`
  const ofDay = sql`date_trunc('month', day)::date AS month, gifts`
  // An index scan without gifts on the page reads only the page's months.
  const lastMonth = sql`(SELECT month FROM months WHERE through >= ${page.offset + page.limit}
    ORDER BY month ${direction} LIMIT 1)`
  const between = page.ascending
    ? sql`day::timestamp AS since, coalesce(${lastMonth} + interval '1 month', 'infinity') AS before`
    : sql`coalesce(${lastMonth}::timestamp, '-infinity') AS since, day + interval '1 day' AS before`
  return sql`
    by_month AS MATERIALIZED (
      SELECT month, sum(gifts) AS gifts FROM (${summaryRows(scope, ofMonth, ofDay)}) AS held GROUP BY month),
    months AS (SELECT month, gifts, sum(gifts) OVER (ORDER BY month ${direction}) AS through FROM by_month),
    landed AS (
      SELECT month, (month + interval '1 month')::date AS month_after, through - gifts AS skipped
      FROM months WHERE through > ${page.offset}
      ORDER BY month ${direction} LIMIT 1),
    by_day AS (
      SELECT day, sum(gifts) AS gifts FROM (
        SELECT day, gifts FROM donation_days, landed
        WHERE ${inScope(scope)} AND ${inLandedMonth} AND ${inRange(scope)}
        UNION ALL
        SELECT day, gifts FROM donation_deltas, landed
        WHERE ${inScope(scope)} AND ${inLandedMonth} AND ${inRange(scope)}) AS held
      GROUP BY day),
    days AS (
      SELECT day, skipped + sum(gifts) OVER (ORDER BY day ${direction}) - gifts AS skipped, gifts FROM by_day, landed),
    landing AS MATERIALIZED (
      SELECT ${between}, skipped::bigint FROM days WHERE skipped + gifts > ${page.offset}
      ORDER BY day ${direction} LIMIT 1)`
}

// The right side is a plain column: an expression is not leakproof, so row security would prevent use of the index.
const inLandedMonth = sql`day >= landed.month AND day < landed.month_after`

function inRange({ from, to }: Pick<SummaryScope, 'from' | 'to'>): Sql {
  const start = from === null ? sql`true` : sql`day >= ${from}::date`
  return to === null ? start : sql`${start} AND day <= ${to}::date`
}

export function summaryRows(scope: SummaryScope, monthColumns: Sql, dayColumns: Sql): Sql {
  const { months, days } = splitRange(scope.from, scope.to)
  const parts = days.map(
    (range) => sql`SELECT ${dayColumns} FROM donation_days WHERE ${inScope(scope)} ${between(sql`day`, range)}`,
  )
  if (months) {
    parts.push(sql`SELECT ${monthColumns} FROM donation_months WHERE ${inScope(scope)} ${between(sql`month`, months)}`)
  }
  parts.push(sql`SELECT ${dayColumns} FROM donation_deltas WHERE ${inScope(scope)} AND ${inRange(scope)}`)
  return sql.join(parts, sql` UNION ALL `)
}

export function inScope({ organizationIds, statusIds }: SummaryScope): Sql {
  const ofStatus = statusIds === null ? sql`` : sql`AND status_id = ANY (${[...statusIds]}::smallint[])`
  return sql`organization_id = ANY (${[...organizationIds]}::bigint[]) ${ofStatus}`
}

export function between(column: Sql, { from, before }: DayRange): Sql {
  const start = from === null ? sql`` : sql`AND ${column} >= ${from}::date`
  const end = before === null ? sql`` : sql`AND ${column} < ${before}::date`
  return sql`${start} ${end}`
}
