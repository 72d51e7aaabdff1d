import { billing, organizations } from '@twofold/contract'
import { findPlan, type Plan } from '@twofold/matching'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { organizationClosed, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import { lockOrganization } from '../../core/organizations/index.ts'
import { insertPlanCharge } from '../../matches/ledger/index.ts'
import { monthAt } from './month.ts'
import { findPayer, type PayerOrganization, savePlan } from './plans.queries.ts'

const { billingMessages: messages } = billing
const isFree = (plan: string | null): boolean => plan === null || plan === '' || plan === organizations.freePlan

/** @throws Refusal not_found, conflict, forbidden unless the organization pays for itself */
export async function getPayer(db: Db, { organizationId }: Tenant): Promise<PayerOrganization> {
  const payer = orNotFound(await findPayer(db, organizationId))
  if (payer.parent_id !== null) throw new Refusal('conflict', messages.ofParent)
  if (payer.closed) throw organizationClosed()
  return payer
}

/** @throws Refusal invalid, conflict */
export function getChoosablePlan({ plan: currentPlan }: Pick<PayerOrganization, 'plan'>, id: string): Plan {
  const plan = findPlan(id)
  if (!plan) throw new Refusal('invalid', messages.unknownPlan)
  if (!isFree(currentPlan) && !findPlan(currentPlan)) throw new Refusal('conflict', messages.agreed)
  return plan
}

export type BillingContext = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly request: AuditContext['request']
  readonly caller: NonNullable<AuditContext['caller']>
}

export async function choosePlan(context: BillingContext, id: string): Promise<void> {
  const { platform, tenant } = context
  await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, tenant.organizationId)
    await changePlanTo(db, context, id)
  })
}

/** The organization must be locked. @throws Refusal before anything is written */
export async function changePlanTo(db: Db, context: BillingContext, id: string): Promise<void> {
  const payer = await getPayer(db, context.tenant)
  await changePlan(db, context, payer, getChoosablePlan(payer, id))
}

/** Charges up to now stay billed. */
export async function endPlan(context: BillingContext): Promise<void> {
  const { platform, tenant } = context
  await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, tenant.organizationId)
    const payer = await getPayer(db, tenant)
    const freePlan = findPlan(organizations.freePlan)
    if (!isFree(payer.plan) && !findPlan(payer.plan)) throw new Refusal('conflict', messages.agreed)
    if (freePlan) await changePlan(db, context, payer, freePlan)
  })
}

async function changePlan(
  db: Db,
  { platform, tenant: { organizationId }, ...by }: BillingContext,
  payer: PayerOrganization,
  plan: Plan,
): Promise<void> {
  if (payer.plan === plan.id) return
  const now = platform.clock()
  await savePlan(db, organizationId, { plan: plan.id, userId: by.caller.user.id, now })
  if (plan.monthlyCents > 0) {
    const month = monthAt(now, payer.time_zone)
    const price = { month, plan: plan.id, cents: plan.monthlyCents, currency: payer.currency }
    await insertPlanCharge(db, organizationId, price, now)
  }
  await writeAudit(
    db,
    { platform, ...by },
    {
      organizationId,
      subject: 'plan',
      action: isFree(plan.id) && !isFree(payer.plan) ? 'ended' : 'chosen',
      before: { plan: findPlan(payer.plan)?.name ?? payer.plan },
      after: { plan: plan.name },
    },
  )
}
