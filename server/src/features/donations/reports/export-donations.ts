import type { Transform } from 'node:stream'
import { reports } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { DonationFilter } from '../filters/index.ts'
import { readFilter } from '../filters/index.ts'
import { cellsOf, lacksCurrency, withCurrency } from './cells.queries.ts'
import { type FileFormat, type TableContent, writeCsv } from './csv-file.ts'
import { countFound, filteredDonations, hasOtherCurrency, listCsvColumns } from './export.queries.ts'
import type { ExportRequest } from './export-request.ts'
import { readReportFilter } from './report-filter.ts'
import { reportRows } from './rows.queries.ts'
import { findCurrency } from './sum.queries.ts'
import { writeWorkbook } from './workbook-file.ts'

type ExportContext = { readonly platform: Platform; readonly tenant: Tenant; readonly directory: Directory }

type ExportTarget = ExportContext & {
  readonly format: FileFormat
  readonly output: NodeJS.WritableStream
  /** `passing` receives the rows in COPY format. */
  readonly watch?: { readonly found: (rows: number) => Promise<void>; readonly passing: Transform }
}

export async function writeExport(target: ExportTarget, request: ExportRequest): Promise<void> {
  const { platform, tenant, format, output, watch } = target
  const loadTable = async (db: Db): Promise<TableContent> => {
    const filter = await filterOf(db, target, request)
    if (watch) await watch.found(await countFound(db, filter))
    return request.report
      ? reportContent(db, tenant, filter, reportDefinitionOf(request.report))
      : listContent(db, tenant, filter)
  }
  const through = watch ? [watch.passing] : []
  await (format === 'csv' ? writeCsv : writeWorkbook)(platform, tenant, loadTable, { through, output })
}

export const countRows = async (
  db: Db,
  context: ExportContext,
  request: ExportRequest,
  atMost: number,
): Promise<number> => countFound(db, await filterOf(db, context, request), atMost)

const reportDefinitionOf = ({ definition }: NonNullable<ExportRequest['report']>): reports.ReportDefinition =>
  reports.reportDefinition.parse(JSON.parse(definition))

const filterOf = (
  db: Db,
  { platform, tenant, directory }: ExportContext,
  request: ExportRequest,
): Promise<DonationFilter> => {
  const now = platform.clock()
  return request.report
    ? readReportFilter(db, reportDefinitionOf(request.report).filters, { tenant, directory, now })
    : readFilter(request.filters, tenant, directory, now)
}

async function listContent(db: Db, tenant: Tenant, filter: DonationFilter): Promise<TableContent> {
  const columns = await listCsvColumns(db, tenant)
  return {
    headings: columns.map(({ heading }) => heading),
    kinds: columns.map(({ kind }) => kind),
    rows: await filteredDonations(db, filter, columns),
  }
}

async function reportContent(
  db: Db,
  tenant: Tenant,
  filter: DonationFilter,
  definition: reports.ReportDefinition,
): Promise<TableContent> {
  const ownCells = cellsOf(definition.columns)
  const cells =
    lacksCurrency(ownCells) && (await hasOtherCurrency(db, filter, await findCurrency(db, tenant)))
      ? cellsOf(withCurrency(definition.columns))
      : ownCells
  return {
    headings: cells.map(({ heading }) => heading),
    kinds: cells.map(({ kind }) => kind),
    rows: await reportRows(db, filter, cells, definition),
  }
}
