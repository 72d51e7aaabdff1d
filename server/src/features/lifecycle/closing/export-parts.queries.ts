import type { Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { everyDonation } from '../../donations/reports/index.ts'
import { type ExportColumn, type ExportTable, plainColumn, textColumn } from './export-columns.queries.ts'
import { exportTables } from './export-tables.queries.ts'
import { ownDataTables } from './own-data.queries.ts'

export type ExportPart = {
  readonly file: string
  readonly about: string
  readonly headings: readonly Pick<ExportColumn, 'name' | 'about'>[]
  readonly rows: Sql
}

/**
 * Excludes secrets, derived counts, texts of single emails, personal views, and data of the directory and of accounts.
 */
export function exportParts({ family }: Tenant): ExportPart[] {
  const ids = sql`${[...family]}::bigint[]`
  const donations = everyDonation(family)
  return [
    {
      file: 'organizations.csv',
      about: 'The organization and its chapters.',
      headings: organizationColumns,
      rows: sql`SELECT ${cellsOf(organizationColumns)} FROM organizations t WHERE t.id = ANY (${ids}) ORDER BY t.id`,
    },
    {
      file: 'donations.csv',
      about: 'Every gift with its match, parts of merged gifts and deleted ones among them.',
      headings: donations.headings.map((name) => ({ name, about: 'as on the reports screen' })),
      rows: donations.rows,
    },
    ...[...exportTables, ...ownDataTables].map((table) => partOf(table, ids)),
  ]
}

const organizationColumns = [
  plainColumn('id', 'organization_id of the other tables'),
  textColumn('name', 'its name'),
  plainColumn('type', 'non-profit, edu-pto or chapter'),
  textColumn('ein', 'its tax number'),
  textColumn('url', 'its website'),
  textColumn('phone', 'its phone'),
  textColumn('mission', 'its mission'),
  textColumn('street', 'of its address'),
  textColumn('city', 'of its address'),
  textColumn('state', 'of its address'),
  textColumn('zip', 'of its address'),
  plainColumn('country', 'of its address'),
  textColumn('contact', 'name of the primary contact', 't.contact_name'),
  textColumn('contact_email', 'of the primary contact'),
  textColumn('mail_sender_name', 'in whose name its donors are written to, where it is not its own'),
  textColumn('mail_reply_to', 'who gets what donors answer, where it is not the contact'),
  textColumn(
    'mail_from_address',
    'at a domain of its own, what its donors are written to from; empty where none is used',
  ),
  plainColumn('time_zone', 'in which its days are'),
  plainColumn('closed_at', 'when it was closed', 't.cancelled_at'),
]

const ownerColumn = plainColumn('organization_id', 'the organization or chapter that it belongs to')

function partOf(
  { file, about, table, join = sql``, only = sql`true`, order = 't.id', columns }: ExportTable,
  ids: Sql,
): ExportPart {
  const headings = [ownerColumn, ...columns]
  return {
    file,
    about,
    headings,
    rows: sql`SELECT ${cellsOf(headings)} FROM ${sql.ref(table)} t ${join}
      WHERE t.organization_id = ANY (${ids}) AND ${only} ORDER BY t.organization_id, ${sql.ref(order)}`,
  }
}

const cellsOf = (columns: readonly ExportColumn[]): Sql => sql.join(columns.map(({ cell }) => cell))
