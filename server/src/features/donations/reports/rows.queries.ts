import { type ColumnIn, currency, reports } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { columnJoins, sortExpressionOf, statusJoin } from '../columns/index.ts'
import {
  type DonationFilter,
  findDonors,
  hasMinAmount,
  hasStatus,
  inDays,
  isListed,
  isOfDonors,
  matchesFacts,
  matchesFilter,
  ofEmployer,
} from '../filters/index.ts'
import type { ReportCell } from './cells.queries.ts'
import { conditionOf } from './groupings.queries.ts'

type Order = Pick<reports.ReportDefinition, 'sort_field' | 'ascending'>

const sortColumnOf = ({ sort_field }: Order): ColumnIn<'report'> =>
  reports.reportColumns.get(sort_field) ?? 'donated_at'

const indexedColumns: readonly ColumnIn<'report'>[] = ['donated_at', 'amount', 'id']

function directionOf(order: Order): Sql {
  const direction = order.ascending ? sql`ASC` : sql`DESC`
  return indexedColumns.includes(sortColumnOf(order)) ? direction : sql`${direction} NULLS LAST`
}

export async function reportRows(
  db: Db,
  filter: DonationFilter,
  cells: readonly ReportCell[],
  order: Order,
): Promise<Sql> {
  const donors = await findDonors(db, filter)
  return sql`
    SELECT ${sql.join(cells.map(({ words }) => words))}
    FROM donations d ${columnJoins} ${statusJoin}
    WHERE ${matchesFilter(filter, donors)}
    ORDER BY ${sortExpressionOf(sortColumnOf(order))} ${directionOf(order)}, d.id ${order.ascending ? sql`ASC` : sql`DESC`}`
}

const previewRow = z.object({
  donation_id: z.int(),
  currency,
  cells: z.array(z.string().nullable()),
})
export type PreviewRow = z.infer<typeof previewRow>

type PreviewQuery = Order & { readonly group: { readonly by: reports.Grouping; readonly key: string } | undefined }

/**
 * Reads each organization in order from an index if possible. OFFSET 0 keeps the joins as key lookups: the planner
 * expects few gifts per organization and would scan them.
 */
export async function firstRows(
  db: Db,
  filter: DonationFilter,
  cells: readonly ReportCell[],
  query: PreviewQuery,
  limit: number,
): Promise<PreviewRow[]> {
  const donors = await findDonors(db, filter)
  const sortColumn = sortColumnOf(query)
  const direction = directionOf(query)
  const isPlain = indexedColumns.includes(sortColumn) && query.group?.by !== 'platform'
  const idDirection = query.ascending ? sql`ASC` : sql`DESC`
  // A plain comparison, so the planner knows the organization's size and reads its index in order.
  const [onlyId] = filter.organizationIds
  const organization = filter.organizationIds.length === 1 ? sql`${onlyId}::bigint` : sql`mine.id`
  return sql(previewRow)`
    SELECT d.id AS donation_id, d.currency,
      ARRAY[${sql.join(cells.map(({ words }) => sql`(${words})::text`))}]::text[] AS cells
    FROM (
      SELECT f.* FROM unnest(${[...filter.organizationIds]}::bigint[]) AS mine (id), LATERAL (
        SELECT d.organization_id, d.id, ${sortExpressionOf(sortColumn)} AS place
        FROM donations d ${isPlain ? sql`` : sql`${columnJoins} ${statusJoin}`}
        WHERE ${isListed(filter)} AND d.organization_id = ${organization} ${hasStatus(filter)} ${inDays(filter)} ${hasMinAmount(filter)}
          ${isOfDonors(filter, donors)} ${ofEmployer(filter)} ${matchesFacts(filter)} ${conditionOf(query.group)}
        ORDER BY ${sortExpressionOf(sortColumn)} ${direction}, d.id ${idDirection} LIMIT ${limit}) f
      ORDER BY f.place ${direction}, f.id ${idDirection} LIMIT ${limit}) found
    CROSS JOIN LATERAL (SELECT * FROM donations d
      WHERE d.organization_id = found.organization_id AND d.id = found.id OFFSET 0) AS d ${columnJoins} ${statusJoin}
    ORDER BY found.place ${direction}, d.id ${idDirection}`.rows(db)
}
