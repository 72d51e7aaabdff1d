import { donations } from '@twofold/contract'
import { notFound } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { type Doors, issueTicket, openDownload } from '../auth/index.ts'
import type { Directory } from '../companies/index.ts'
import type { SendCsv } from './csv-file.ts'
import { exportDonations } from './export-donations.ts'
import { readFilter } from './filter-donations.ts'
import { findDonation } from './get-donation.ts'
import { listDonationPage } from './list.queries.ts'
import { presentDonation } from './present-donation.ts'

const csvTicket = 'donations-csv'

type Known = { readonly doors: Doors; readonly directory: Directory; readonly sendCsv: SendCsv }

/** The reading side of donations. */
export function donationReadingRoutes({ doors, directory, sendCsv }: Known): ServedRoute[] {
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
      return { donations: rows.map(presentDonation), total }
    }),

    serve(donations.getDonation, async ({ platform, tenant, params }) => {
      const donation = await findDonation(platform, tenant, params.id)
      if (!donation) throw notFound()
      return { donation }
    }),

    serve(donations.getDonationsCsvTicket, async ({ platform, tenant, caller, query }) => {
      const ticket = await issueTicket(platform, tenant, {
        caller,
        purpose: csvTicket,
        parameters: { filters: query.filters },
      })
      return { url: `${donations.downloadDonations.path}?ticket=${ticket}` }
    }),

    serve(donations.downloadDonations, async ({ platform, request, reply, query }) => {
      const { ticket } = query
      const { authorization } = request.headers
      const download = await openDownload(platform, doors, { purpose: csvTicket, ticket, authorization })
      const { filters } = donations.getDonationsCsvTicket.query.parse(download.parameters)
      const filter = await readFilter(filters, download.tenant, directory, platform.clock())
      return sendCsv({ platform, reply, name: 'donations' }, (output) =>
        exportDonations(platform, download.tenant, filter, output),
      )
    }),
  ]
}
