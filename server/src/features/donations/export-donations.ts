import { Transform } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { copyOut } from '../../platform/database/copy-out.ts'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { filteredDonations, listCsvColumns } from './export.queries.ts'
import type { DonationFilter } from './filter.queries.ts'

// A download may take as long as its reader's line needs; longer than this it is stuck.
const timeoutMs = 15 * 60 * 1000
// Excel takes a file without it for the code page of the machine it runs on.
const byteOrderMark = '\uFEFF'

/** Writes all that the filter finds as CSV into `output`, newest first. */
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
      const first = startingWith(`${byteOrderMark}${headings}`)
      await copyOut(client, await filteredDonations(db, filter, columns), { first, output })
    },
    { readOnly: true, timeoutMs },
  )
}

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
