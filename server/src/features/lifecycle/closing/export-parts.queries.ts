import type { Tenant } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { everyDonation } from '../../donations/donations/index.ts'
import { type Column, plain, type Table, words } from './export-columns.queries.ts'
import { tables } from './export-tables.queries.ts'
import { ownWork } from './own-work.queries.ts'

/** One table of the export: its columns in order, with their descriptions. */
export type Part = {
  readonly file: string
  readonly about: string
  readonly headings: readonly Pick<Column, 'name' | 'about'>[]
  readonly rows: Sql
}

/**
 * Returns all data of an organization and its chapters, table by table. Excludes keys and secrets, derived counts,
 * texts of single emails, personal views and reports, and data of the directory and of personal accounts.
 */
export function exportParts({ family }: Tenant): Part[] {
  const ids = sql`${[...family]}::bigint[]`
  const donations = everyDonation(family)
  return [
    {
      file: 'organizations.csv',
      about: 'The organization and its chapters.',
      headings: ofOrganizations,
      rows: sql`SELECT ${cellsOf(ofOrganizations)} FROM organizations t WHERE t.id = ANY (${ids}) ORDER BY t.id`,
    },
    {
      file: 'donations.csv',
      about: 'Every gift with its match, parts of merged gifts and deleted ones among them.',
      headings: donations.headings.map((name) => ({ name, about: 'as on the reports screen' })),
      rows: donations.rows,
    },
    ...[...tables, ...ownWork].map((table) => partOf(table, ids)),
  ]
}

const ofOrganizations = [
  plain('id', 'organization_id of the other tables'),
  words('name', 'its name'),
  plain('type', 'non-profit, edu-pto or chapter'),
  words('ein', 'its tax number'),
  words('url', 'its website'),
  words('phone', 'its phone'),
  words('mission', 'its mission'),
  words('street', 'of its address'),
  words('city', 'of its address'),
  words('state', 'of its address'),
  words('zip', 'of its address'),
  plain('country', 'of its address'),
  words('contact', 'name of the primary contact', 't.contact_name'),
  words('contact_email', 'of the primary contact'),
  words('mail_sender_name', 'in whose name its donors are written to, where it is not its own'),
  words('mail_reply_to', 'who gets what donors answer, where it is not the contact'),
  words('mail_from_address', 'at a domain of its own, what its donors are written to from; empty where none is used'),
  plain('time_zone', 'in which its days are'),
  plain('closed_at', 'when it was closed', 't.cancelled_at'),
]

const owner = plain('organization_id', 'the organization or chapter that it belongs to')

function partOf(
  { file, about, table, join = sql``, only = sql`true`, order = 't.id', columns }: Table,
  ids: Sql,
): Part {
  const headings = [owner, ...columns]
  return {
    file,
    about,
    headings,
    rows: sql`SELECT ${cellsOf(headings)} FROM ${sql.ref(table)} t ${join}
      WHERE t.organization_id = ANY (${ids}) AND ${only} ORDER BY t.organization_id, ${sql.ref(order)}`,
  }
}

const cellsOf = (columns: readonly Column[]): Sql => sql.join(columns.map(({ cell }) => cell))
