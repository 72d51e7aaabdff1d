import type { Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { writeCsv } from './csv-file.ts'
import { filteredDonations, listCsvColumns } from './export.queries.ts'
import type { DonationFilter } from './filter.queries.ts'

/** Writes all that the filter finds as CSV into `output`, newest first. */
export const exportDonations = (
  platform: Platform,
  tenant: Tenant,
  filter: DonationFilter,
  output: NodeJS.WritableStream,
): Promise<void> =>
  writeCsv(
    platform,
    tenant,
    async (db) => {
      const columns = await listCsvColumns(db, tenant)
      return {
        headings: columns.map(({ heading }) => heading),
        rows: await filteredDonations(db, filter, columns),
      }
    },
    output,
  )
