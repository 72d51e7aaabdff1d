import { randomUUID } from 'node:crypto'
import { campaignGroups, campaigns, donationChanges } from '@twofold/contract'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import { writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { insertSystemEmail } from '../../email/system-emails/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { type EvaluationContext, moveMatches, undoStaffChange } from '../../matches/matches/index.ts'
import { type CampaignRow, findCampaignRow } from './campaigns.queries.ts'
import type { WriteCall } from './change-campaign.ts'
import {
  findSubmission,
  insertSubmission,
  listWaitingIds,
  markSubmissionUndone,
  type SubmissionRow,
} from './group.queries.ts'

const { campaignMessages } = campaigns
const { maxGiftsPerSubmission } = campaignGroups

export type SubmitCall = WriteCall & { readonly caller: Caller; readonly level: AccessLevel }
type GroupRequest = {
  readonly company_id: number
  readonly gifts: number
  readonly newest_id: number
  readonly send_to: string
}

const contextOf = ({ platform, tenant, caller, level }: SubmitCall, directory: Directory, undoId?: string) =>
  ({
    platform,
    tenant,
    directory,
    actor: { kind: 'user', userId: caller.user.id, level },
    ...(undoId === undefined ? {} : { operation: { id: undoId, kind: 'staff' } }),
  }) satisfies EvaluationContext

/** Twice the undo period, for slow networks; the email waits until then. */
const mailAfterMs = 2 * donationChanges.undoSeconds * 1000

/**
 * One transaction with the list's email; repeatable. Returns the list's id. @throws Refusal not_found, conflict if no
 * gift waits or others than the reviewed ones do
 */
export async function submitGroup(
  call: SubmitCall,
  directory: Directory,
  campaignId: number,
  request: GroupRequest,
): Promise<number> {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    const campaign = await getCampaign(db, call, campaignId)
    await lockFamilyForEvaluation(db, tenant.family)
    const companyId = request.company_id
    const ids = await listWaitingIds(db, tenant, { campaignId, companyId, atMost: maxGiftsPerSubmission })
    if (ids.length === 0) throw new Refusal('conflict', campaignMessages.notGroup)
    if (ids.length !== request.gifts || ids.at(-1) !== request.newest_id) {
      throw new Refusal('conflict', campaignMessages.otherGifts)
    }
    const undoId = randomUUID()
    await moveMatches(db, contextOf(call, directory, undoId), { donationIds: ids, action: 'submit' })
    const now = platform.clock()
    const submission = {
      campaignId,
      companyId,
      userId: caller.user.id,
      sentTo: request.send_to,
      donationIds: ids,
      undoId,
      now,
    }
    const id = await insertSubmission(db, tenant, submission)
    if (request.send_to !== '') {
      await insertSystemEmail(db, {
        kind: 'group-list',
        recipient: request.send_to,
        parameters: { organizationId: tenant.organizationId, submissionId: id },
        messageId: `${undoId}@mail.twofold.example`,
        now: new Date(now.getTime() + mailAfterMs),
      })
    }
    const company = (await directory.current()).nameOf(companyId) ?? ''
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'submitted gifts of',
      subject: 'campaign',
      subjectId: campaignId,
      after: { name: campaign.name, company, gifts: ids.length, sent_to: request.send_to },
    })
    return id
  })
}

/** Its email is not sent, because sending checks the list first. */
export async function undoGroup(
  call: SubmitCall,
  directory: Directory,
  campaignId: number,
  submissionId: number,
): Promise<void> {
  const { platform, tenant } = call
  await inTenant(platform.database, tenant, async (db) => {
    const campaign = await getCampaign(db, call, campaignId)
    await lockFamilyForEvaluation(db, tenant.family)
    const submission = await getSubmission(db, call, campaignId, submissionId)
    if (submission.undone) return
    await undoStaffChange(db, contextOf(call, directory), submission.undo_id)
    await markSubmissionUndone(db, submission, platform.clock())
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'withdrew gifts of',
      subject: 'campaign',
      subjectId: campaignId,
      after: { name: campaign.name, company: submission.company_name, gifts: submission.donation_ids.length },
    })
  })
}

async function getCampaign(db: Db, { platform, tenant }: WriteCall, id: number): Promise<CampaignRow> {
  return orNotFound(await findCampaignRow(db, tenant, id, platform.clock()))
}

export async function getSubmission(
  db: Db,
  { tenant }: Pick<WriteCall, 'tenant'>,
  campaignId: number,
  id: number,
): Promise<SubmissionRow> {
  const row = await findSubmission(db, tenant, id)
  if (!row || row.campaign_id !== campaignId) throw notFound()
  return row
}
