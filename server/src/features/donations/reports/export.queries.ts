import { type ColumnKind, type Currency, columnsIn, donationColumns, keyOfHeader, reports } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { columnJoins, displayTextOf, statusJoin } from '../columns/index.ts'
import { type DonationFilter, findDonors, matchesFilter } from '../filters/index.ts'

export type Column = { readonly heading: string; readonly kind: ColumnKind; readonly cell: Sql }

/** The order is fixed; append new columns. */
const columnIds = columnsIn('csv', [
  'id',
  'transaction_id',
  'donated_at',
  'amount',
  'currency',
  'donor_name',
  'donor_email',
  'company_name',
  'organization_name',
  'status_name',
  'billing_status',
  'matched',
])

/** The upload recognizes these headings, so a download can be uploaded again. */
const ownColumns: readonly Column[] = columnIds.map((id) => ({
  heading: donationColumns[id].label,
  kind: donationColumns[id].kind,
  cell: displayTextOf(id),
}))

const ownKeys: ReadonlySet<string> = new Set(ownColumns.map(({ heading }) => keyOfHeader(heading)))

const fieldName = z.object({ name: z.string() })

async function listFieldColumns(db: Db, { organizationId }: Tenant): Promise<Column[]> {
  const rows = await sql(fieldName)`
    SELECT field.name FROM organizations, jsonb_array_elements_text(custom -> 'donation_fields') AS field (name)
    WHERE id = ${organizationId} AND field.name IS NOT NULL`.rows(db)
  return rows
    .map(({ name }) => ({ name, key: keyOfHeader(name) }))
    .filter(({ key }) => !ownKeys.has(key))
    .map(({ name, key }) => ({ heading: name, kind: 'text', cell: sql`(d.custom ->> ${key})` }))
}

export const listCsvColumns = async (db: Db, tenant: Tenant): Promise<Column[]> => [
  ...ownColumns,
  ...(await listFieldColumns(db, tenant)),
]

export async function filteredDonations(db: Db, filter: DonationFilter, columns: readonly Column[]): Promise<Sql> {
  const donors = await findDonors(db, filter)
  return sql`
    SELECT ${sql.join(columns.map(({ cell }) => cell))}
    FROM donations d ${columnJoins} ${statusJoin}
    WHERE ${matchesFilter(filter, donors)}
    ORDER BY d.donated_at DESC, d.id DESC`
}

const foundRow = z.object({ found: z.int() })

export async function countFound(db: Db, filter: DonationFilter, atMost: number | null = null): Promise<number> {
  const donors = await findDonors(db, filter)
  return sql(foundRow)`
    SELECT count(*) AS found
    FROM (SELECT FROM donations d WHERE ${matchesFilter(filter, donors)} LIMIT ${atMost}::bigint) f`.value(
    db,
    'found',
    0,
  )
}

const otherRow = z.object({ is_found: z.boolean() })

export async function hasOtherCurrency(db: Db, filter: DonationFilter, own: Currency): Promise<boolean> {
  const donors = await findDonors(db, filter)
  return sql(otherRow)`
    SELECT EXISTS (SELECT FROM donations d WHERE ${matchesFilter(filter, donors)} AND d.currency <> ${own}) AS is_found`.value(
    db,
    'is_found',
    false,
  )
}

export const everyDonation = (organizationIds: readonly number[]): { headings: readonly string[]; rows: Sql } => {
  const ids = [...reports.reportColumns.values()]
  return {
    headings: [
      ...ids.map((id) => donationColumns[id].label),
      'Merged into (Match ID)',
      'Deleted',
      'Organization number',
      'Other fields (JSON)',
    ],
    rows: sql`
      SELECT ${sql.join(ids.map(displayTextOf))}, d.merged_into_id, d.deleted_at, d.organization_id, d.custom::text
      FROM donations d ${columnJoins} ${statusJoin}
      WHERE d.organization_id = ANY (${[...organizationIds]}::bigint[]) ORDER BY d.organization_id, d.id`,
  }
}
