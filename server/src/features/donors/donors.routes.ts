import { donors } from '@twofold/contract'
import { inTenant } from '../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Directory } from '../companies/index.ts'
import { changeDonor } from './change-donor.ts'
import { countDonors, findDonors, listDonorPage } from './list.queries.ts'
import { getDonorDetail, presentRow } from './present-donor.ts'

export const donorRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(donors.listDonors, async ({ platform, tenant, query }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const ids = await findDonors(db, tenant, query.search)
        const page = { offset: (query.page - 1) * query.per_page, limit: query.per_page }
        const rows = await listDonorPage(db, tenant, ids, page)
        return { donors: rows.map(presentRow), total: await countDonors(db, tenant, ids) }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(donors.getDonor, async ({ platform, tenant, params }) => ({
    donor: await getDonorDetail(platform.database, tenant, params.id),
  })),

  serve(donors.updateDonor, async (call) => {
    const { platform, tenant, params, body } = call
    await changeDonor(call, directory, params.id, body)
    return { donor: await getDonorDetail(platform.database, tenant, params.id) }
  }),
]
