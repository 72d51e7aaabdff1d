import type { Transform } from 'node:stream'
import { reports } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type FileFormat, type TableContent, writeCsv } from './csv-file.ts'
import { countFound, filteredDonations, hasOtherCurrency, listCsvColumns } from './export.queries.ts'
import type { ExportRequest } from './export-request.ts'
import type { DonationFilter } from './filter.queries.ts'
import { readFilter } from './filter-donations.ts'
import { cellsOf, lacksCurrency, withCurrency } from './reports/cells.queries.ts'
import { readReportFilter } from './reports/report-filter.ts'
import { reportRows } from './reports/rows.queries.ts'
import { findCurrency } from './reports/sum.queries.ts'
import { writeWorkbook } from './workbook-file.ts'

type Known = { readonly platform: Platform; readonly tenant: Tenant; readonly directory: Directory }

type Export = Known & {
  readonly format: FileFormat
  readonly output: NodeJS.WritableStream
  /** `passing` receives the rows in COPY format. */
  readonly watch?: { readonly found: (rows: number) => Promise<void>; readonly passing: Transform }
}

export async function writeExport(given: Export, wanted: ExportRequest): Promise<void> {
  const { platform, tenant, format, output, watch } = given
  const make = async (db: Db): Promise<TableContent> => {
    const filter = await filterOf(db, given, wanted)
    if (watch) await watch.found(await countFound(db, filter))
    return wanted.report ? ofReport(db, tenant, filter, lookOf(wanted.report)) : ofList(db, tenant, filter)
  }
  const through = watch ? [watch.passing] : []
  await (format === 'csv' ? writeCsv : writeWorkbook)(platform, tenant, make, { through, output })
}

export const countRows = async (db: Db, known: Known, wanted: ExportRequest, atMost: number): Promise<number> =>
  countFound(db, await filterOf(db, known, wanted), atMost)

const lookOf = ({ look }: NonNullable<ExportRequest['report']>): reports.ReportDefinition =>
  reports.reportDefinition.parse(JSON.parse(look))

const filterOf = (db: Db, { platform, tenant, directory }: Known, wanted: ExportRequest): Promise<DonationFilter> => {
  const now = platform.clock()
  return wanted.report
    ? readReportFilter(db, lookOf(wanted.report).filters, { tenant, directory, now })
    : readFilter(wanted.filters, tenant, directory, now)
}

async function ofList(db: Db, tenant: Tenant, filter: DonationFilter): Promise<TableContent> {
  const columns = await listCsvColumns(db, tenant)
  return {
    headings: columns.map(({ heading }) => heading),
    kinds: columns.map(({ kind }) => kind),
    rows: await filteredDonations(db, filter, columns),
  }
}

async function ofReport(
  db: Db,
  tenant: Tenant,
  filter: DonationFilter,
  look: reports.ReportDefinition,
): Promise<TableContent> {
  const bare = cellsOf(look.columns)
  const cells =
    lacksCurrency(bare) && (await hasOtherCurrency(db, filter, await findCurrency(db, tenant)))
      ? cellsOf(withCurrency(look.columns))
      : bare
  return {
    headings: cells.map(({ heading }) => heading),
    kinds: cells.map(({ kind }) => kind),
    rows: await reportRows(db, filter, cells, look),
  }
}
