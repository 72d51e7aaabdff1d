import { campaigns, toUnits } from '@twofold/contract'
import { inTenant, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Directory } from '../../core/companies/index.ts'
import { type CampaignRow, findCampaignRow, listCampaignPage, listDeleted, listInherited } from './campaigns.queries.ts'
import { changeCampaign, createCampaign, deleteCampaign, endCampaign, restoreCampaign } from './change-campaign.ts'
import { presentResults } from './present-results.ts'
import { findCurrency, sumCampaign, sumReceivedOfCampaign } from './results.queries.ts'

const { campaignsPerPage, maxCampaigns } = campaigns
const deletedAtMost = 20

export const campaignRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(campaigns.listCampaigns, async ({ platform, tenant, query }) => {
    const now = platform.clock()
    const offset = (query.page - 1) * campaignsPerPage
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        const { rows, total } = await listCampaignPage(db, tenant, { offset, limit: campaignsPerPage, now })
        const inherited = await listInherited(db, tenant, { now, limit: maxCampaigns })
        const deleted = await listDeleted(db, tenant, { now, limit: deletedAtMost })
        return {
          campaigns: rows.map(presentCampaign),
          total,
          inherited: inherited.map(presentCampaign),
          deleted: deleted.map(presentCampaign),
        }
      },
      { readOnly: true, snapshot: true },
    )
  }),

  serve(campaigns.getCampaign, async ({ platform, tenant, params }) => {
    const row = orNotFound(
      await inTenant(readOnly(platform.database), tenant, (db) =>
        findCampaignRow(db, tenant, params.campaignId, platform.clock()),
      ),
    )
    return { campaign: presentCampaign(row) }
  }),

  serve(campaigns.getCampaignResults, async ({ platform, tenant, params }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const row = orNotFound(await findCampaignRow(db, tenant, params.campaignId, platform.clock()))
        const by = daysIn(row) > campaigns.maxDaysByDay ? 'month' : 'day'
        const currency = await findCurrency(db, tenant.organizationId)
        const received = await sumReceivedOfCampaign(db, tenant, row.id)
        return presentResults(await sumCampaign(db, tenant, row.id, by), received, by, currency)
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(campaigns.createCampaign, async (call) => ({
    campaign: presentCampaign(await createCampaign(call, directory, call.body)),
  })),

  serve(campaigns.updateCampaign, async (call) => ({
    campaign: presentCampaign(await changeCampaign(call, directory, call.params.campaignId, call.body)),
  })),

  serve(campaigns.endCampaign, async (call) => ({
    campaign: presentCampaign(await endCampaign(call, call.params.campaignId)),
  })),

  serve(campaigns.deleteCampaign, async (call) => ({
    campaign: presentCampaign(await deleteCampaign(call, call.params.campaignId)),
  })),

  serve(campaigns.restoreCampaign, async (call) => ({
    campaign: presentCampaign(await restoreCampaign(call, call.params.campaignId)),
  })),
]

const units = (cents: number | null): number | null => (cents === null ? null : toUnits(cents))

const presentCampaign = (row: CampaignRow): campaigns.Campaign => ({
  id: row.id,
  organization: { id: row.organization_id, name: row.organization_name },
  name: row.name,
  company: row.company_id === null ? null : { id: row.company_id, name: row.company_name ?? '' },
  startDate: row.start_date,
  endDate: row.end_date,
  minAmount: units(row.min_amount_cents),
  maxAmount: units(row.max_amount_cents),
  matchRatio: row.match_ratio,
  groupSubmit: row.group_submit,
  billEligible: row.bill_eligible,
  billProcessed: row.bill_processed,
  message: row.message,
  state: stateOf(row),
  ended_from: row.ended_from,
  version: row.version,
})

const daysIn = ({ start_date, end_date }: CampaignRow): number =>
  (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000 + 1

function stateOf({ deleted, today, start_date, end_date }: CampaignRow): campaigns.Campaign['state'] {
  if (deleted) return 'deleted'
  if (today < start_date) return 'upcoming'
  return today > end_date ? 'over' : 'running'
}
