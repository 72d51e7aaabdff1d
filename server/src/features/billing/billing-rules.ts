import { billing, type payments } from '@twofold/contract'
import { inTenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import type { AccessLevel } from '../../platform/http/serve.ts'
import { differences, writeAudit } from '../audit/index.ts'
import { lockOrganization } from '../organizations/index.ts'
import type { Choice } from './choose-plan.ts'
import { findPayer, type PayerOrganization, saveRules } from './plans.queries.ts'

/** Billing is for administrators; `rule_show_billing` shows it to all members. @throws Refusal forbidden */
export function refuseHidden({ show_billing }: Pick<PayerOrganization, 'show_billing'>, level: AccessLevel): void {
  if (!show_billing && level !== 'admin' && level !== 'super') {
    throw new Refusal('forbidden', billing.billingMessages.hidden)
  }
}

/** @throws Refusal not_found */
export async function changeRules(call: Choice, rules: payments.BillingRules): Promise<void> {
  const { platform, tenant } = call
  await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, tenant.organizationId)
    const payer = await findPayer(db, tenant.organizationId)
    if (!payer) throw notFound()
    const { show_billing, invoiced } = payer
    const change = differences({ show_billing, invoiced }, rules)
    if (Object.keys(change.after).length === 0) return
    await saveRules(db, tenant.organizationId, rules)
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      subject: 'billing rules',
      action: 'changed',
      ...change,
    })
  })
}
