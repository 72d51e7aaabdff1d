import type { reports } from '@twofold/contract'
import type { Db, Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Directory } from '../companies/index.ts'
import { type FileFormat, writeCsv } from './csv-file.ts'
import { filteredDonations, listCsvColumns } from './export.queries.ts'
import type { DonationFilter } from './filter.queries.ts'
import { cellsOf } from './reports/cells.queries.ts'
import { readReportFilter } from './reports/report-filter.ts'
import { reportRows } from './reports/rows.queries.ts'
import { type Workbook, writeWorkbook } from './workbook-file.ts'

type Export = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly format: FileFormat
  readonly output: NodeJS.WritableStream
}

const writeFile = ({ platform, tenant, format, output }: Export, make: (db: Db) => Promise<Workbook>): Promise<void> =>
  (format === 'csv' ? writeCsv : writeWorkbook)(platform, tenant, make, output)

/** Writes all that the filter finds into `output`, newest first. */
export const exportDonations = (given: Export, filter: DonationFilter): Promise<void> =>
  writeFile(given, async (db) => {
    const columns = await listCsvColumns(db, given.tenant)
    return {
      headings: columns.map(({ heading }) => heading),
      kinds: columns.map(({ kind }) => kind),
      rows: await filteredDonations(db, filter, columns),
    }
  })

/** Writes all rows of a report into `output`, in its order. */
export const exportReport = (given: Export, look: reports.ReportLook, directory: Directory): Promise<void> =>
  writeFile(given, async (db) => {
    const { tenant, platform } = given
    const cells = cellsOf(look.columns)
    const filter = await readReportFilter(db, look.filters, { tenant, directory, now: platform.clock() })
    return {
      headings: cells.map(({ heading }) => heading),
      kinds: cells.map(({ kind }) => kind),
      rows: await reportRows(db, filter, cells, look),
    }
  })
