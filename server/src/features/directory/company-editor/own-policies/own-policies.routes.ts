import { policies } from '@twofold/contract'
import { formatIsoDay } from '@twofold/matching'
import { type Db, inTenant, readOnly, type Tenant } from '../../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { differences, writeAudit } from '../../../core/audit/index.ts'
import { type Directory, findCompanyFacts } from '../../../core/companies/index.ts'
import { lockOrganization } from '../../../core/organizations/index.ts'
import { lockFamilyForEvaluation } from '../../../matches/family/index.ts'
import { evaluateAgain } from '../../../matches/matches/index.ts'
import { previewInTransaction } from '../../../matches/previews/index.ts'
import {
  type AffectedGifts,
  deleteOwnPolicy,
  findOverlap,
  inUnits,
  listEvaluableGifts,
  listOwnPolicyRows,
  type OwnPolicyRow,
  scheduleOwnPolicyReevaluation,
  upsertOwnPolicy,
} from './own-policies.queries.ts'
import { readOrganizationCompany } from './read-organization-company.ts'

const previewTimeoutMs = 60_000
/** Limited, because a request waits some seconds. */
const evaluatedAtMost = 2_000

type OwnPolicyCall = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly params: { readonly companyId: number }
}
type Write = (db: Db) => Promise<AffectedGifts>

export function ownPolicyRoutes(directory: Directory): ServedRoute[] {
  const reviewWrite = ({ platform, tenant }: OwnPolicyCall, write: Write) =>
    inTenant(
      platform.database,
      tenant,
      async (db): Promise<policies.PolicyReview> => {
        const found = await listEvaluableGifts(db, await write(db), evaluatedAtMost + 1)
        const ids = found.slice(0, evaluatedAtMost)
        const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } } as const
        const preview = await previewInTransaction(db, context, ids, () => evaluateAgain(db, context, ids))
        const { touched: _, changed: _changed, ...changes } = preview
        return { ...changes, gifts: ids.length, is_whole: found.length === ids.length }
      },
      { dryRun: true, timeoutMs: previewTimeoutMs },
    )
  const runWrite = ({ platform, tenant, params }: OwnPolicyCall, write: Write) =>
    inTenant(platform.database, tenant, async (db) => {
      const concerned = await write(db)
      await lockFamilyForEvaluation(db, tenant.family)
      await scheduleOwnPolicyReevaluation(db, concerned, platform.clock())
      return readOrganizationCompany(db, tenant, params.companyId, platform.clock())
    })
  return [
    serve(policies.getOrganizationCompany, ({ platform, tenant, params }) =>
      inTenant(readOnly(platform.database), tenant, (db) =>
        readOrganizationCompany(db, tenant, params.companyId, platform.clock()),
      ),
    ),
    serve(policies.reviewOwnPolicy, (call) => reviewWrite(call, (db) => save(db, call))),
    serve(policies.saveOwnPolicy, (call) => runWrite(call, (db) => save(db, call))),
    serve(policies.reviewRemoval, (call) => reviewWrite(call, (db) => remove(db, call))),
    serve(policies.removeOwnPolicy, (call) => runWrite(call, (db) => remove(db, call))),
  ]
}

type Removing = Call<typeof policies.removeOwnPolicy> | Call<typeof policies.reviewRemoval>

/** @throws not found */
async function remove(db: Db, call: Removing): Promise<AffectedGifts> {
  const { tenant, params, platform } = call
  const { organizationId } = tenant
  await lockOrganization(db, organizationId)
  const facts = orNotFound(await findCompanyFacts(db, params.companyId, dayOf(platform.clock())))
  const row = orNotFound(await findOwn(db, organizationId, facts.id, params.ownPolicyId))
  await deleteOwnPolicy(db, { organizationId, companyId: facts.id, id: params.ownPolicyId })
  await writeAudit(db, call, {
    organizationId,
    action: 'removed',
    subject: 'own policy',
    subjectId: row.id,
    before: { name: facts.name, ...auditedOf(row) },
  })
  return { organizationId, companyId: facts.id, days: [row] }
}

type Saving = Call<typeof policies.saveOwnPolicy> | Call<typeof policies.reviewOwnPolicy>

/** @throws not found, conflict */
async function save(db: Db, call: Saving): Promise<AffectedGifts> {
  const { tenant, params, body, caller, platform } = call
  const { organizationId } = tenant
  const facts = orNotFound(await findCompanyFacts(db, params.companyId, dayOf(platform.clock())))
  const entered = { organizationId, companyId: facts.id, by: caller.user.id, now: platform.clock() }
  await lockOrganization(db, organizationId)
  const overlap = await findOverlap(db, body, entered)
  if (overlap) throw overlapping(facts.name, overlap)
  const former = await findOwn(db, organizationId, facts.id, body.own_policy_id)
  const id = await upsertOwnPolicy(db, body, entered)
  const row = orNotFound(await findOwn(db, organizationId, facts.id, id ?? undefined))
  const changed = differences(former ? auditedOf(former) : {}, auditedOf(row))
  await writeAudit(db, call, {
    organizationId,
    action: former ? 'changed' : 'entered',
    subject: 'own policy',
    subjectId: row.id,
    before: changed.before,
    after: { name: facts.name, ...changed.after },
  })
  return { organizationId, companyId: facts.id, days: former ? [former, row] : [row] }
}

const findOwn = async (db: Db, organizationId: number, companyId: number, id: number | undefined) =>
  id === undefined
    ? undefined
    : (await listOwnPolicyRows(db, organizationId, companyId)).find(
        (row) => row.id === id && row.organization_id === organizationId,
      )

function overlapping(company: string, other: { readonly start_date: string; readonly end_date: string | null }) {
  const days = other.end_date
    ? `from ${formatIsoDay(other.start_date)} to ${formatIsoDay(other.end_date)}`
    : `since ${formatIsoDay(other.start_date)}`
  const message = `You already have your own policy for ${company}, ${days}. End it first or choose other dates.`
  return new Refusal('conflict', message, { fields: { start_date: message } })
}

const auditedOf = (row: OwnPolicyRow): Record<string, unknown> => ({
  start_date: row.start_date,
  end_date: row.end_date,
  ratio: row.ratio,
  ...inUnits(row),
  deadline_rule: row.deadline_rule,
  note: row.note,
})
