import { donations, reports } from '@twofold/contract'
import { z } from 'zod'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { issueTicket } from '../../accounts/auth/index.ts'
import type { FileFormat } from './csv-file.ts'
import { findReport, type ReportRow } from './reports/reports.queries.ts'

/** What a file is of, as it was when it was asked for. A report is text: jsonb would forget the order of its columns. */
export const wantedFile = z.object({
  filters: donations.donationFilters,
  report: z
    .object({
      id: z.number().nullable(),
      // where it is kept; blank in a ticket of the version before
      organizationId: z.number().optional(),
      name: z.string(),
      look: z.string(),
    })
    .optional(),
})
export type WantedFile = z.output<typeof wantedFile>

type Asked = { readonly platform: Platform; readonly tenant: Tenant; readonly caller: Caller }
type Query = Pick<z.output<typeof donations.getDonationsCsvTicket.query>, 'filters' | 'report_id' | 'ready'>

/** A kept report, or a ready one, which has no number; else the list itself. @throws Refusal not_found, invalid */
export async function wantedFrom({ platform, tenant, caller }: Asked, query: Query): Promise<WantedFile> {
  const { report_id, ready, filters } = query
  if (report_id !== undefined) {
    const { id, organization_id, name, look } = await getReport(platform, tenant, caller, report_id)
    return { filters: {}, report: { id, organizationId: organization_id, name, look: JSON.stringify(look) } }
  }
  if (ready === undefined) return { filters }
  const { dateFrom: from, dateTo: to } = filters
  if (from && to && from > to) throw new Refusal('invalid', reports.reportMessages.days)
  const look = JSON.stringify(reports.readyLook(ready, { from, to }))
  return { filters: {}, report: { id: null, name: reports.readyReports[ready].name, look } }
}

async function getReport(platform: Platform, tenant: Tenant, caller: Caller, id: number): Promise<ReportRow> {
  // A key is no person: it has no reports of its own.
  const userId = caller.apiKey ? null : caller.user.id
  const report = await inTenant(platform.database, tenant, (db) => findReport(db, { tenant, userId }, id), {
    readOnly: true,
  })
  if (!report) throw notFound()
  return report
}

/** A link that is good for one download of it within a minute. */
export async function downloadLink(
  { platform, tenant, caller }: Asked,
  wanted: WantedFile,
  format: FileFormat,
): Promise<string> {
  const ticket = await issueTicket(platform, tenant, { caller, purpose: `donations-${format}`, parameters: wanted })
  const { path } = format === 'csv' ? donations.downloadDonations : donations.downloadWorkbook
  return `${path}?ticket=${ticket}`
}

/** What every program takes for the name of a file. */
export const fileNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 60) ?? 'report'
