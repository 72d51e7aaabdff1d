import { donorData, donorMerges, donors } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { changeDonor } from './change-donor.ts'
import { eraseDonor, previewErasure } from './erase-donor.ts'
import { createDonorDataLink, openDonorData } from './export-donor.ts'
import { countDonors, findDonors, listDonorPage } from './list.queries.ts'
import { mergeDonors, previewMerge } from './merge-donors.ts'
import { getDonorDetail, presentRow } from './present-donor.ts'
import { undoMerge } from './undo-merge.ts'

type Dependencies = { readonly directory: Directory; readonly authenticators: Authenticators }

export const donorRoutes = ({ directory, authenticators }: Dependencies): ServedRoute[] => [
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
    donor: await getDonorDetail(platform, tenant, params.id),
  })),

  serve(donors.updateDonor, async (call) => {
    const { platform, tenant, params, body } = call
    await changeDonor(call, directory, params.id, body)
    return { donor: await getDonorDetail(platform, tenant, params.id) }
  }),

  serve(donorData.exportDonor, async (call) => ({ url: await createDonorDataLink(call, call.params.id) })),

  serve(donorData.downloadDonor, async ({ platform, request, reply, query: { ticket } }) => {
    const { authorization } = request.headers
    const { name, bytes } = await openDonorData(platform, authenticators, { ticket, authorization })
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/zip')
      .send(bytes)
  }),

  serve(donorData.previewErasure, async (call) => previewErasure(call, call.params.id)),

  serve(donorData.eraseDonor, async (call) => eraseDonor(call, directory, call.params.id, call.body.confirm)),

  serve(donorMerges.previewMerge, async (call) => previewMerge(call, directory, call.params.id, call.body)),

  serve(donorMerges.mergeDonors, async (call) => {
    const { platform, tenant, params, body } = call
    await mergeDonors(call, directory, params.id, body)
    return { donor: await getDonorDetail(platform, tenant, params.id) }
  }),

  serve(donorMerges.undoMerge, async (call) => {
    const { platform, tenant, params } = call
    const exact = await undoMerge(call, directory, params.id, params.mergeId)
    return { donor: await getDonorDetail(platform, tenant, params.id), exact }
  }),
]
