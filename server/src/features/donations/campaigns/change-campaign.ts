import { type audit, campaigns } from '@twofold/contract'
import { formatIsoDay, quoted } from '@twofold/matching'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, differences, writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import {
  type CampaignInput,
  type CampaignRow,
  countCampaigns,
  findCampaignRow,
  findOverlap,
  insertCampaign,
  lockCampaigns,
  type Overlap,
  updateCampaign,
  updateCampaignEnd,
} from './campaigns.queries.ts'

const { campaignMessages, maxCampaigns } = campaigns

export type WriteCall = AuditContext & { readonly platform: Platform; readonly tenant: Tenant }
type Form = campaigns.CampaignForm

const cents = (units: number | null): number | null => (units === null ? null : Math.round(units * 100))

const inputOf = (form: Form): CampaignInput => ({
  name: form.name,
  company_id: form.company_id,
  start_date: form.startDate,
  end_date: form.endDate,
  min_amount_cents: cents(form.minAmount),
  max_amount_cents: cents(form.maxAmount),
  match_ratio: form.matchRatio,
  group_submit: form.groupSubmit,
  bill_eligible: form.billEligible,
  bill_processed: form.billProcessed,
  message: form.message,
})

/** @throws Refusal invalid, conflict with the overlapping campaign */
export async function createCampaign(call: WriteCall, directory: Directory, form: Form): Promise<CampaignRow> {
  const { platform, tenant } = call
  const { organizationId } = tenant
  await refuseUnknownCompany(directory, form)
  return inTenant(platform.database, tenant, async (db) => {
    await lockCampaigns(db, organizationId)
    if ((await countCampaigns(db, organizationId)) >= maxCampaigns) {
      throw new Refusal('conflict', campaignMessages.tooMany)
    }
    const written = inputOf(form)
    await refuseOverlap(db, organizationId, written, null)
    const id = await insertCampaign(db, organizationId, written)
    const row = await getRow(db, call, id)
    await auditCampaign(db, call, row, 'created', { after: factsOf(row) })
    return row
  })
}

/** @throws Refusal not_found, invalid, conflict */
export async function changeCampaign(
  call: WriteCall,
  directory: Directory,
  id: number,
  { version, ...form }: Form & { readonly version?: number | undefined },
): Promise<CampaignRow> {
  await refuseUnknownCompany(directory, form)
  return changeOwn(call, id, async (db, row) => {
    if (row.deleted) throw new Refusal('conflict', campaignMessages.deleted)
    if (version !== undefined && version !== row.version) throw new Refusal('conflict', campaignMessages.lost)
    const written = inputOf(form)
    await refuseOverlap(db, row.organization_id, written, id)
    await updateCampaign(db, row, written)
    const after = await getRow(db, call, id)
    await auditCampaign(db, call, row, 'changed', differences(factsOf(row), factsOf(after)))
    return after
  })
}

export const endCampaign = (call: WriteCall, id: number): Promise<CampaignRow> =>
  changeOwn(call, id, async (db, row) => {
    if (row.deleted) throw new Refusal('conflict', campaignMessages.deleted)
    if (row.today < row.start_date) throw new Refusal('conflict', campaignMessages.notBegun)
    if (row.today > row.end_date) throw new Refusal('conflict', campaignMessages.over)
    if (row.today === row.end_date) return row
    await updateCampaignEnd(db, row, { end_date: row.today, ended_from: row.end_date, deletedAt: null })
    await auditCampaign(db, call, row, 'ended', { after: { name: row.name, last_day: row.today } })
    return getRow(db, call, id)
  })

export const deleteCampaign = (call: WriteCall, id: number): Promise<CampaignRow> =>
  changeOwn(call, id, async (db, row) => {
    if (row.deleted) return row
    await updateCampaignEnd(db, row, { ...row, deletedAt: call.platform.clock() })
    await auditCampaign(db, call, row, 'deleted', { before: { name: row.name } })
    return getRow(db, call, id)
  })

export const restoreCampaign = (call: WriteCall, id: number): Promise<CampaignRow> =>
  changeOwn(call, id, async (db, row) => {
    if (!row.deleted && row.ended_from === null) throw new Refusal('conflict', campaignMessages.nothingToUndo)
    const campaignEnd = row.deleted
      ? { end_date: row.end_date, ended_from: row.ended_from }
      : { end_date: row.ended_from ?? row.end_date, ended_from: null }
    await refuseOverlap(db, row.organization_id, { ...row, ...campaignEnd }, id)
    await updateCampaignEnd(db, row, { ...campaignEnd, deletedAt: null })
    await auditCampaign(db, call, row, 'brought back', { after: { name: row.name, last_day: campaignEnd.end_date } })
    return getRow(db, call, id)
  })

/** Only the parent can change its campaigns; chapters can read them. */
async function changeOwn(
  call: WriteCall,
  id: number,
  work: (db: Db, row: CampaignRow) => Promise<CampaignRow>,
): Promise<CampaignRow> {
  const { platform, tenant } = call
  return inTenant(platform.database, tenant, async (db) => {
    const { organization_id } = await getRow(db, call, id)
    if (!tenant.family.includes(organization_id)) throw new Refusal('conflict', campaignMessages.inherited)
    await lockCampaigns(db, organization_id)
    return work(db, await getRow(db, call, id))
  })
}

async function getRow(db: Db, { platform, tenant }: WriteCall, id: number): Promise<CampaignRow> {
  return orNotFound(await findCampaignRow(db, tenant, id, platform.clock()))
}

async function refuseUnknownCompany(directory: Directory, { company_id }: Form): Promise<void> {
  if (company_id === null || (await directory.current()).nameOf(company_id) !== undefined) return
  throw new Refusal('invalid', campaignMessages.unknownCompany, {
    fields: { company_id: campaignMessages.unknownCompany },
  })
}

async function refuseOverlap(db: Db, organizationId: number, written: CampaignInput, exceptId: number | null) {
  const other = await findOverlap(db, organizationId, written, exceptId)
  if (other) throw new Refusal('conflict', overlapMessage(other), { fields: { startDate: overlapMessage(other) } })
}

const overlapMessage = ({ name, company_name, start_date, end_date }: Overlap): string =>
  `${quoted(name)} runs for ${company_name ?? 'every company'} from ${formatIsoDay(start_date)} to ${formatIsoDay(end_date)}. ` +
  'Two campaigns for one company cannot share a day.'

const factsOf = (row: CampaignRow): Record<string, unknown> => ({
  name: row.name,
  company: row.company_name ?? 'every company',
  first_day: row.start_date,
  last_day: row.end_date,
  minimum: describeLimit(row.min_amount_cents),
  maximum: describeLimit(row.max_amount_cents),
  ratio: row.match_ratio || 'the company’s',
  group_submit: row.group_submit,
  bill_eligible: row.bill_eligible,
  bill_processed: row.bill_processed,
  message: row.message,
})

const describeLimit = (limit: number | null): string =>
  limit === null ? 'the company’s' : limit === 0 ? 'none' : (limit / 100).toFixed(2)

type CampaignAct = (typeof audit.auditActions.campaign)[number]
type AuditedFacts = { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> }

function auditCampaign(
  db: Db,
  call: WriteCall,
  row: CampaignRow,
  action: CampaignAct,
  facts: AuditedFacts,
): Promise<void> {
  const namedFacts =
    action === 'changed' ? { before: { ...facts.before }, after: { name: row.name, ...facts.after } } : facts
  return writeAudit(db, call, {
    organizationId: row.organization_id,
    action,
    subject: 'campaign',
    subjectId: row.id,
    ...namedFacts,
  })
}
