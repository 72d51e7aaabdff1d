import { campaignGroups, donationChanges, toUnits } from '@twofold/contract'
import type { FastifyReply } from 'fastify'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { dayOf } from '../../../platform/runtime/clock.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Directory, listPoliciesOn } from '../../core/companies/index.ts'
import { findCampaignRow } from './campaigns.queries.ts'
import {
  type ListedRow,
  listGifts,
  listSubmissions,
  listWaiting,
  type SubmissionRow,
  type WaitingRow,
} from './group.queries.ts'
import { listAsCsv, listAsXlsx } from './list-file.ts'
import { getSubmission, submitGroup, undoGroup } from './submit-group.ts'

const { maxGiftsPerSubmission } = campaignGroups
const submissionsAtMost = 50

type GroupCall = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly params: { readonly campaignId: number }
}

export const groupRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(campaignGroups.getCampaignGroup, (call) => groupOf(call)),

  serve(campaignGroups.submitGroup, async (call) => {
    const submissionId = await submitGroup(call, directory, call.params.campaignId, call.body)
    return { ...(await groupOf(call)), submission_id: submissionId }
  }),

  serve(campaignGroups.undoGroup, async (call) => {
    await undoGroup(call, directory, call.params.campaignId, call.params.submissionId)
    return groupOf(call)
  }),

  serve(campaignGroups.downloadGroupCsv, async (call) =>
    send(call.reply, 'matching-gifts.csv', 'text/csv; charset=utf-8', listAsCsv(await rowsOf(call))),
  ),

  serve(campaignGroups.downloadGroupXlsx, async (call) =>
    send(
      call.reply,
      'matching-gifts.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      await listAsXlsx(await rowsOf(call)),
    ),
  ),
]

const send = (reply: FastifyReply, name: string, type: string, content: string | Buffer): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(content)

type SubmissionCall = GroupCall & { readonly params: { readonly submissionId: number } }

const rowsOf = ({ platform, tenant, params }: SubmissionCall): Promise<ListedRow[]> =>
  inTenant(platform.database, tenant, async (db) => {
    const submission = await getSubmission(db, { tenant }, params.campaignId, params.submissionId)
    return listGifts(db, tenant.family, submission.donation_ids)
  })

const groupOf = ({ platform, tenant, params }: GroupCall): Promise<campaignGroups.CampaignGroup> =>
  inTenant(platform.database, tenant, async (db) => {
    const now = platform.clock()
    const campaign = orNotFound(await findCampaignRow(db, tenant, params.campaignId, now))
    const rows = await listWaiting(db, tenant, campaign.id, maxGiftsPerSubmission)
    const submissions = await listSubmissions(db, tenant, campaign.id, submissionsAtMost)
    return {
      waiting: await presentWaiting(db, rows, now),
      submissions: submissions.map((row) => presentSubmission(row, now)),
    }
  })

async function presentWaiting(db: Db, rows: readonly WaitingRow[], now: Date): Promise<campaignGroups.WaitingList[]> {
  const companies = Map.groupBy(rows, ({ company_id }) => company_id)
  const policies = await listPoliciesOn(db, [...companies.keys()], dayOf(now))
  return [...companies].map(([id, companyRows]) => ({
    company: { id, name: companyRows[0]?.company_name ?? '' },
    contact_email: policies.get(id)?.contactEmail ?? '',
    gifts: companyRows.reduce((sum, { gifts }) => sum + gifts, 0),
    donors: companyRows.reduce((sum, { donors }) => sum + donors, 0),
    sums: companyRows.map(({ currency, amount_cents, estimated_cents }) => ({
      currency,
      amount: toUnits(amount_cents),
      matched: toUnits(estimated_cents),
    })),
    newest_id: Math.max(...companyRows.map(({ newest_id }) => newest_id)),
  }))
}

const presentSubmission = (row: SubmissionRow, now: Date): campaignGroups.GroupSubmission => ({
  id: row.id,
  company: { id: row.company_id, name: row.company_name },
  at: row.at.toISOString(),
  user_name: row.user_name,
  sent_to: row.sent_to,
  gifts: row.donation_ids.length,
  state: stateOf(row),
  may_undo: !row.undone && now.getTime() <= row.at.getTime() + donationChanges.undoSeconds * 1000,
})

function stateOf({ undone, sent_to, mail_state }: SubmissionRow): campaignGroups.GroupSubmission['state'] {
  if (undone) return 'undone'
  if (sent_to === '') return 'made'
  if (mail_state === 'sent') return 'sent'
  return mail_state === 'failed' || mail_state === 'skipped' ? 'failed' : 'waiting'
}
