import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { columnsIn, donationColumns, keyOfHeader } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Db, inTenant, type Tenant } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { cellOf, columnJoins, spreadsheetSafe, statusJoin } from './columns.ts'
import {
  type DonationFilter,
  findDonorIds,
  hasStatus,
  inDays,
  isAtLeast,
  isOfDonors,
  ofEmployer,
  ofOrganizations,
} from './filter-donations.ts'

// A download may take as long as its reader's line needs; longer than this it is stuck.
const timeoutMs = 15 * 60 * 1000
// Excel takes a file without it for the code page of the machine it runs on.
const byteOrderMark = '\uFEFF'

/**
 * Writes all that the filter finds as CSV into `output`, newest first, straight from the database's COPY: nothing but what
 * is on its way is held in memory, and a reader who is slow or goes away slows or ends the query.
 */
export async function exportDonations(
  platform: Platform,
  tenant: Tenant,
  filter: DonationFilter,
  output: NodeJS.WritableStream,
): Promise<void> {
  await inTenant(
    platform.database,
    tenant,
    async (db, client) => {
      const columns = [...ownColumns, ...(await listFieldColumns(db, tenant))]
      const headings = stringify([columns.map(({ heading }) => heading)], { escape_formulas: true })
      const copy = client.query(copyTo(await copyStatement(db, filter, columns)))
      try {
        await pipeline(copy, startingWith(`${byteOrderMark}${headings}`), output)
      } catch (error) {
        // The reader is gone and the rest of the copy is still on the line: only closing that line ends the query.
        if (!(error instanceof pg.DatabaseError)) await closeLine(client)
        throw error
      }
    },
    { readOnly: true, timeoutMs },
  )
}

/** `end` closes the socket under a running statement; the type of a pooled client leaves it out. */
const closeLine = (client: pg.PoolClient & { end?: () => Promise<void> }): Promise<void> | undefined => client.end?.()

function startingWith(text: string): Transform {
  let isFirst = true
  return new Transform({
    transform(chunk, _encoding, done) {
      if (isFirst) this.push(text)
      isFirst = false
      done(null, chunk)
    },
  })
}

type Column = { readonly heading: string; readonly cell: Sql }

/** A column for each donation field that the organization has named, under its name; our own columns keep theirs. */
async function listFieldColumns(db: Db, { organizationId }: Tenant): Promise<Column[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT jsonb_array_elements_text(custom -> 'donation_fields') AS name FROM organizations
    WHERE id = ${organizationId}`.execute(db)
  return rows
    .map(({ name }) => ({ name, key: keyOfHeader(name) }))
    .filter(({ key }) => !ownKeys.has(key))
    .map(({ name, key }) => ({ heading: name, cell: spreadsheetSafe(sql`(d.custom ->> ${key})`) }))
}

async function copyStatement(db: Db, filter: DonationFilter, columns: readonly Column[]): Promise<string> {
  const donorIds = await findDonorIds(db, filter)
  const { text, values } = sql`
    COPY (
      SELECT ${sql.join(columns.map(({ cell }) => cell))}
      FROM donations d ${columnJoins} ${statusJoin}
      WHERE d.counted ${ofOrganizations(filter)} ${hasStatus(filter)} ${inDays(filter)} ${isAtLeast(filter)}
        ${isOfDonors(donorIds)} ${ofEmployer(filter)}
      ORDER BY d.donated_at DESC, d.id DESC
    ) TO STDOUT (FORMAT csv)`.compile()
  return withLiterals(text, values)
}

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
const ownColumns: readonly Column[] = columnIds.map((id) => ({ heading: donationColumns[id].label, cell: cellOf(id) }))

const ownKeys: ReadonlySet<string> = new Set(ownColumns.map(({ heading }) => keyOfHeader(heading)))

/** COPY takes no parameters. `$1` and so on stand where the query builder put them and nowhere else. */
function withLiterals(text: string, parameters: readonly unknown[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))
}

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return `'{${value.join(',')}}'`
  throw new Error(`a ${typeof value} has no place in a COPY`)
}
