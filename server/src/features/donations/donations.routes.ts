import { donations, reports } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acrossOrganizations, inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type Caller, type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Doors, issueTicket, openDownload } from '../auth/index.ts'
import type { Directory } from '../companies/index.ts'
import type { FileFormat, SendFile } from './csv-file.ts'
import { exportDonations, exportReport } from './export-donations.ts'
import { readFilter } from './filter-donations.ts'
import { findDonation } from './get-donation.ts'
import { listDonationPage } from './list.queries.ts'
import { presentDonation } from './present-donation.ts'
import { countDownload, findReport, type ReportRow } from './reports/reports.queries.ts'

type Known = { readonly doors: Doors; readonly directory: Directory; readonly sendFile: SendFile }

/** The reading side of donations. */
export function donationReadingRoutes(known: Known): ServedRoute[] {
  const { directory } = known
  const download = downloadWith(known)
  return [
    serve(donations.listDonations, async ({ platform, tenant, query }) => {
      const filter = await readFilter(query.filters, tenant, directory, platform.clock())
      const page = {
        offset: (query.page - 1) * query.per_page,
        limit: query.per_page,
        field: query.sort_field,
        ascending: query.ascending,
      }
      const { rows, total } = await listDonationPage(platform.database, tenant, filter, page)
      return { donations: rows.map((row) => presentDonation(row, platform.publicUrl())), total }
    }),

    serve(donations.getDonation, async ({ platform, tenant, params }) => {
      const donation = await findDonation(platform, tenant, params.id)
      if (!donation) throw notFound()
      return { donation }
    }),

    serve(donations.getDonationsCsvTicket, async ({ platform, tenant, caller, query }) => {
      const { filters, format } = query
      const report = await wantedReport({ platform, tenant, caller }, query)
      const parameters: Wanted = report
        ? { filters: {}, report: { ...report, look: JSON.stringify(report.look) } }
        : { filters }
      const ticket = await issueTicket(platform, tenant, { caller, purpose: `donations-${format}`, parameters })
      const { path } = format === 'csv' ? donations.downloadDonations : donations.downloadWorkbook
      return { url: `${path}?ticket=${ticket}` }
    }),

    serve(donations.downloadDonations, (call) => download(call, 'csv')),
    serve(donations.downloadWorkbook, (call) => download(call, 'xlsx')),
  ]
}

/** What a ticket is for, as it was when it was asked for. A report is text: jsonb would forget the order of its columns. */
const wanted = z.object({
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
type Wanted = z.output<typeof wanted>

type Asked = { readonly platform: Platform; readonly tenant: Tenant; readonly caller: Caller }
type WantedReport = Pick<ReportRow, 'name' | 'look'> & { readonly id: number | null; readonly organizationId?: number }

/** A kept report, or a ready one, which has no number; null is the list itself. */
async function wantedReport(
  { platform, tenant, caller }: Asked,
  { report_id, ready, filters }: z.output<typeof donations.getDonationsCsvTicket.query>,
): Promise<WantedReport | null> {
  if (report_id !== undefined) {
    const { id, organization_id, name, look } = await getReport(platform, tenant, caller, report_id)
    return { id, organizationId: organization_id, name, look }
  }
  if (ready === undefined) return null
  const { dateFrom: from, dateTo: to } = filters
  if (from && to && from > to) throw new Refusal('invalid', reports.reportMessages.days)
  const look = reports.readyLook(ready, { from, to })
  return { id: null, name: reports.readyReports[ready].name, look }
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

type Following = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: { readonly ticket: string }
}

const downloadWith =
  ({ doors, directory, sendFile }: Known) =>
  async ({ platform, request, reply, query }: Following, format: FileFormat): Promise<FastifyReply> => {
    const { authorization } = request.headers
    const opening = { purpose: `donations-${format}`, ticket: query.ticket, authorization }
    const { tenant, parameters } = await openDownload(platform, doors, opening)
    const { filters, report } = wanted.parse(parameters)
    if (report) {
      const { id, organizationId = tenant.organizationId } = report
      if (id !== null) await acrossOrganizations(platform.database, (db) => countDownload(db, organizationId, id))
      return sendFile({ platform, reply, name: fileNameOf(report.name), format }, (output) =>
        exportReport(
          { platform, tenant, format, output },
          reports.reportLook.parse(JSON.parse(report.look)),
          directory,
        ),
      )
    }
    const filter = await readFilter(filters, tenant, directory, platform.clock())
    return sendFile({ platform, reply, name: 'donations', format }, (output) =>
      exportDonations({ platform, tenant, format, output }, filter),
    )
  }

/** What every program takes for the name of a file. */
const fileNameOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 60) ?? 'report'
