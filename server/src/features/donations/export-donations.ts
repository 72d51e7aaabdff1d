import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { copyStatement, listCsvColumns } from './export.queries.ts'
import type { DonationFilter } from './filter.queries.ts'

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
      const columns = await listCsvColumns(db, tenant)
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
