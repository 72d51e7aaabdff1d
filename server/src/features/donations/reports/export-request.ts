import { donations, readyReports, reports } from '@twofold/contract'
import { z } from 'zod'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { issueTicket } from '../../core/users/index.ts'
import type { FileFormat } from './csv-file.ts'
import { findReport, type ReportRow } from './reports.queries.ts'

/** The state at the time of the request. The report is text because jsonb does not keep the order of columns. */
export const exportRequest = z.object({
  filters: donations.donationFilters,
  report: z
    .object({
      id: z.number().nullable(),
      organizationId: z.number().optional(),
      name: z.string(),
      definition: z.string(),
    })
    .optional(),
})
export type ExportRequest = z.output<typeof exportRequest>

export const listName = 'Donations'

type ExportContext = { readonly platform: Platform; readonly tenant: Tenant; readonly caller: Caller }
type Query = Pick<z.output<typeof donations.getDonationsCsvTicket.query>, 'filters' | 'report_id' | 'ready'> & {
  readonly definition?: reports.ReportDefinition | undefined
}

/** A saved report, a built-in or unsaved one without an id, or the list. @throws Refusal not_found, invalid */
export async function readExportRequest(
  { platform, tenant, caller }: ExportContext,
  query: Query,
): Promise<ExportRequest> {
  const { report_id, ready, definition: unsaved, filters } = query
  if (report_id !== undefined) {
    const { id, organization_id, name, definition } = await getReport(platform, tenant, caller, report_id)
    return {
      filters: {},
      report: { id, organizationId: organization_id, name, definition: JSON.stringify(definition) },
    }
  }
  if (unsaved !== undefined)
    return { filters: {}, report: { id: null, name: listName, definition: JSON.stringify(unsaved) } }
  if (ready === undefined) return { filters }
  const { dateFrom: from, dateTo: to } = filters
  if (from && to && from > to) throw new Refusal('invalid', reports.reportMessages.days)
  const definition = JSON.stringify(readyReports.readyReportDefinition(ready, { from, to }))
  return { filters: {}, report: { id: null, name: readyReports.readyReportsById[ready].name, definition } }
}

async function getReport(platform: Platform, tenant: Tenant, caller: Caller, id: number): Promise<ReportRow> {
  // An API key has no reports of a user.
  const userId = caller.apiKey ? null : caller.user.id
  return orNotFound(await inTenant(readOnly(platform.database), tenant, (db) => findReport(db, { tenant, userId }, id)))
}

/** The link is for one download within a minute. */
export async function createDownloadLink(
  { platform, tenant, caller }: ExportContext,
  request: ExportRequest,
  format: FileFormat,
): Promise<string> {
  const ticket = await issueTicket(platform, tenant, { caller, purpose: `donations-${format}`, parameters: request })
  const { path } = format === 'csv' ? donations.downloadDonations : donations.downloadWorkbook
  return `${path}?ticket=${ticket}`
}

export const fileNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 60) ?? 'report'
