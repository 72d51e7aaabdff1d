import { donations } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type Authenticators, openDownload } from '../../core/users/index.ts'
import { readFilter } from '../filters/index.ts'
import type { FileFormat, SendFile } from '../reports/index.ts'
import {
  countDownload,
  createDownloadLink,
  exportRequest,
  fileNameOf,
  readExportRequest,
  writeExport,
} from '../reports/index.ts'
import { findDonation } from './get-donation.ts'
import { listDonations } from './list/list-donations.ts'
import type { OwnerReader } from './owner.queries.ts'
import { presentDonation } from './present-donation.ts'

type Dependencies = {
  readonly authenticators: Authenticators
  readonly directory: Directory
  readonly sendFile: SendFile
  readonly owners: OwnerReader
}

export function donationReadingRoutes(dependencies: Dependencies): ServedRoute[] {
  const { directory, owners } = dependencies
  const download = downloadWith(dependencies)
  return [
    serve(donations.listDonations, async ({ platform, tenant, caller, query }) => {
      const filter = await readFilter(query.filters, tenant, directory, platform.clock())
      const page = {
        offset: (query.page - 1) * query.per_page,
        limit: query.per_page,
        field: query.sort_field,
        ascending: query.ascending,
      }
      const listOptions = { filter, page, countsAll: Boolean(caller.apiKey) }
      const { rows, ...found } = await listDonations(platform.database, tenant, listOptions)
      // The next donation to be opened is usually one of these.
      for (const { id, organization_id } of rows) owners.note(id, organization_id)
      return {
        donations: rows.map((row) => presentDonation(row, platform.publicUrl())),
        total: found.total,
        total_is_exact: found.isExact,
      }
    }),

    serve(donations.getDonation, async ({ platform, tenant, params }) => {
      const donation = orNotFound(await findDonation(platform, tenant, params.id))
      return { donation }
    }),

    serve(donations.getDonationsCsvTicket, async ({ platform, tenant, caller, query }) => {
      const context = { platform, tenant, caller }
      return { url: await createDownloadLink(context, await readExportRequest(context, query), query.format) }
    }),

    serve(donations.downloadDonations, (call) => download(call, 'csv')),
    serve(donations.downloadWorkbook, (call) => download(call, 'xlsx')),
  ]
}

type DownloadCall = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: { readonly ticket: string }
}

const downloadWith =
  ({ authenticators, directory, sendFile }: Dependencies) =>
  async ({ platform, request, reply, query }: DownloadCall, format: FileFormat): Promise<FastifyReply> => {
    const { authorization } = request.headers
    const downloadOptions = { purpose: `donations-${format}`, ticket: query.ticket, authorization }
    const { tenant, parameters } = await openDownload(platform, authenticators, downloadOptions)
    const wanted = exportRequest.parse(parameters)
    const { report } = wanted
    if (report && report.id !== null) {
      const { id, organizationId = tenant.organizationId } = report
      await acrossOrganizations(platform.database, (db) => countDownload(db, organizationId, id))
    }
    const name = report ? fileNameOf(report.name) : 'donations'
    return sendFile({ platform, reply, name, format }, (output) =>
      writeExport({ platform, tenant, directory, format, output }, wanted),
    )
  }
