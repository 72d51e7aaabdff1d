import { columnsIn, donationColumns, type Kind, keyOfHeader } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { cellOf, columnJoins, spreadsheetSafe, statusJoin } from './columns.queries.ts'
import { type DonationFilter, findDonors, foundBy } from './filter.queries.ts'

export type Column = { readonly heading: string; readonly kind: Kind; readonly cell: Sql }

/** In the order that people know; a column that came later follows. */
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

/** With headings that the upload recognises, so that a download can be uploaded again. */
const ownColumns: readonly Column[] = columnIds.map((id) => ({
  heading: donationColumns[id].label,
  kind: donationColumns[id].kind,
  cell: cellOf(id),
}))

const ownKeys: ReadonlySet<string> = new Set(ownColumns.map(({ heading }) => keyOfHeader(heading)))

const fieldName = z.object({ name: z.string() })

/** A column for each donation field that the organization has named, under its name; our own columns keep theirs. */
async function listFieldColumns(db: Db, { organizationId }: Tenant): Promise<Column[]> {
  const { rows } = await sql(fieldName)`
    SELECT field.name FROM organizations, jsonb_array_elements_text(custom -> 'donation_fields') AS field (name)
    WHERE id = ${organizationId} AND field.name IS NOT NULL`.execute(db)
  return rows
    .map(({ name }) => ({ name, key: keyOfHeader(name) }))
    .filter(({ key }) => !ownKeys.has(key))
    .map(({ name, key }) => ({ heading: name, kind: 'text', cell: spreadsheetSafe(sql`(d.custom ->> ${key})`) }))
}

export const listCsvColumns = async (db: Db, tenant: Tenant): Promise<Column[]> => [
  ...ownColumns,
  ...(await listFieldColumns(db, tenant)),
]

/** All that the filter finds, newest first. */
export async function filteredDonations(db: Db, filter: DonationFilter, columns: readonly Column[]): Promise<Sql> {
  const donors = await findDonors(db, filter)
  return sql`
    SELECT ${sql.join(columns.map(({ cell }) => cell))}
    FROM donations d ${columnJoins} ${statusJoin}
    WHERE ${foundBy(filter, donors)}
    ORDER BY d.donated_at DESC, d.id DESC`
}
