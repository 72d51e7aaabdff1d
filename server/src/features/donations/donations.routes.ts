import { PassThrough } from 'node:stream'
import { donations } from '@twofold/contract'
import type { FastifyReply } from 'fastify'
import type { Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Doors, issueTicket, openDownload } from '../auth/index.ts'
import type { Directory } from '../companies/index.ts'
import { exportDonations } from './export-donations.ts'
import type { DonationFilter } from './filter.queries.ts'
import { readFilter } from './filter-donations.ts'
import { findDonation } from './get-donation.ts'
import { listDonationPage } from './list.queries.ts'
import { presentDonation } from './present-donation.ts'

const csvTicket = 'donations-csv'
// Each holds a database connection for as long as its reader takes.
const downloadsAtOnce = 4

type Known = { readonly doors: Doors; readonly directory: Directory }

/** The reading side of donations. */
export function donationReadingRoutes({ doors, directory }: Known): ServedRoute[] {
  let downloads = 0
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
      if (downloads >= downloadsAtOnce) {
        throw new Refusal('unavailable', 'Many downloads are running. Please try again in a moment.', {
          retryAfterSeconds: 10,
        })
      }
      downloads++
      try {
        return await sendCsv(platform, download.tenant, filter, reply)
      } finally {
        downloads--
      }
    }),
  ]
}

async function sendCsv(
  platform: Platform,
  tenant: Tenant,
  filter: DonationFilter,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const output = new PassThrough()
  const day = platform.clock().toISOString().slice(0, 10)
  reply
    .header('content-disposition', `attachment; filename="donations-${day}.csv"`)
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(output)
  try {
    await exportDonations(platform, tenant, filter, output)
  } catch (error) {
    // The answer has begun: cutting it off is how the reader learns that it is not whole.
    const problem = error instanceof Error ? error : new Error('unknown')
    platform.log.warn({ problem: problem.message }, 'a download ended early')
    output.destroy(problem)
  }
  return reply
}
