import { billing, type payments } from '@twofold/contract'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel } from '../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { differences, writeAudit } from '../../core/audit/index.ts'
import { lockOrganization } from '../../core/organizations/index.ts'
import type { BillingContext } from './choose-plan.ts'
import { findPayer, updateBillingRules } from './plans.queries.ts'

/** `rule_show_billing` shows billing to all members instead of administrators. */
export const isBillingShown = ({ database }: Platform, tenant: Tenant): Promise<boolean> =>
  inTenant(
    readOnly(database),
    tenant,
    async (db) => (await findPayer(db, tenant.organizationId))?.show_billing ?? false,
  )

/** Checked again at download: the person may have lost the level. @throws Refusal forbidden */
export async function requireBillingVisible(platform: Platform, tenant: Tenant, level: AccessLevel): Promise<void> {
  const isAdmin = level === 'admin' || level === 'super'
  if (!isAdmin && !(await isBillingShown(platform, tenant))) {
    throw new Refusal('forbidden', billing.billingMessages.hidden)
  }
}

/** @throws Refusal not_found */
export async function changeBillingRules(call: BillingContext, rules: payments.BillingRules): Promise<void> {
  const { platform, tenant } = call
  await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, tenant.organizationId)
    const payer = orNotFound(await findPayer(db, tenant.organizationId))
    const { show_billing, invoiced } = payer
    const change = differences({ show_billing, invoiced }, rules)
    if (Object.keys(change.after).length === 0) return
    await updateBillingRules(db, tenant.organizationId, rules)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      subject: 'billing rules',
      action: 'changed',
      ...change,
    })
  })
}
