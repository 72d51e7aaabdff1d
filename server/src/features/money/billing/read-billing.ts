import { type billing, type Currency, toUnits } from '@twofold/contract'
import { billableStatusIds, dayAt, findPlan, type Plan, plans, shareOf } from '@twofold/matching'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findUsage, type Usage } from '../../matches/ledger/index.ts'
import { sumByStatus } from '../../matches/sums/index.ts'
import { listInvoices, sumOwed } from './invoices.queries.ts'
import { startOf } from './issue-invoices.ts'
import { monthAt, monthsLater } from './month.ts'
import { findPayer, type PayerOrganization, sumExternalMatches, sumReceivedMoney } from './plans.queries.ts'
import { planName, presentInvoice } from './present-billing.ts'
import { findPendingPlan } from './stripe/customers.queries.ts'

const maxShownInvoices = 60

export async function readBilling({ database, clock, config }: Platform, tenant: Tenant): Promise<billing.Billing> {
  const now = clock()
  const details = await inTenant(
    database,
    tenant,
    async (db) => {
      const payer = orNotFound(await findPayer(db, tenant.organizationId))
      const month = monthAt(now, payer.time_zone)
      return {
        payer,
        month,
        usage: await findUsage(db, tenant, startOf(month, payer.time_zone)),
        owed: await sumOwed(db, tenant),
        invoices: await listInvoices(db, tenant, maxShownInvoices),
        waiting: config.stripe ? await findPendingPlan(db, tenant) : null,
      }
    },
    { readOnly: true, snapshot: true },
  )
  const { payer, month } = details
  const usesStripe = config.stripe !== null && !payer.invoiced
  const [from, to] = [monthsLater(month, -12), lastDayBefore(month)]
  const year = await sumYear(database, tenant, from, to)
  const today = dayAt(now, payer.time_zone) ?? month
  return {
    plan: payer.plan ? { id: payer.plan, name: planName(payer.plan), is_custom: findPlan(payer.plan) === null } : null,
    parent: payer.parent_id === null ? null : { id: payer.parent_id, name: payer.parent_name ?? '' },
    show_billing: payer.show_billing,
    invoiced: payer.invoiced,
    provider: usesStripe ? 'stripe' : 'own',
    has_card: usesStripe && payer.has_card,
    waiting: usesStripe && details.waiting ? { id: details.waiting, name: planName(details.waiting) } : null,
    currency: payer.currency,
    plans: plans.map((plan) => presentPlan(plan, payer, year)),
    last_year: {
      from,
      to,
      matches: year.matches,
      estimated: toUnits(year.estimatedCents),
      received: toUnits(year.receivedCents),
    },
    this_month: details.usage.map(presentUsage),
    balance: details.owed.map(({ currency, owed_cents }) => ({ currency, owed: toUnits(owed_cents) })),
    invoices: details.invoices.map((row) => presentInvoice(row, today)),
  }
}

const lastDayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

type YearSums = {
  readonly currency: Currency
  readonly matches: number
  readonly estimatedCents: number
  readonly receivedCents: number
}

/** Matches count on the day of the gift, money on the day of arrival. */
async function sumYear(database: Platform['database'], tenant: Tenant, from: string, to: string): Promise<YearSums> {
  const scope = { organizationIds: tenant.family, statusIds: billableStatusIds, from, to }
  const [{ currency, sums }, externalSums, receivedSums] = await Promise.all([
    sumByStatus(database, tenant, scope),
    sumExternalMatches(database, tenant, scope),
    sumReceivedMoney(database, tenant, scope),
  ])
  const ownSums = sums.filter((sum) => sum.currency === currency)
  const externalSum = externalSums.find((sum) => sum.currency === currency)
  return {
    currency,
    matches: ownSums.reduce((count, { gifts }) => count + gifts, 0) - (externalSum?.gifts ?? 0),
    estimatedCents:
      ownSums.reduce((cents, { estimated_cents }) => cents + estimated_cents, 0) - (externalSum?.cents ?? 0),
    receivedCents: receivedSums.find((sum) => sum.currency === currency)?.cents ?? 0,
  }
}

const presentPlan = (plan: Plan, { plan: current }: PayerOrganization, year: YearSums): billing.BillingPlan => ({
  id: plan.id,
  name: plan.name,
  basis: plan.basis,
  monthly: toUnits(plan.monthlyCents),
  percent: plan.basisPoints / 100,
  would_have_cost: toUnits(getYearCost(plan, year)),
  is_current: plan.id === current,
})

function getYearCost({ basis, monthlyCents, basisPoints }: Plan, { estimatedCents, receivedCents }: YearSums): number {
  if (basis === 'month') return 12 * monthlyCents
  return shareOf(Math.max(basis === 'estimate' ? estimatedCents : receivedCents, 0), basisPoints)
}

const presentUsage = ({ currency, billed_cents, credited_cents, plan_cents, matches }: Usage) => ({
  currency,
  billed: toUnits(billed_cents),
  credited: toUnits(credited_cents),
  for_plan: toUnits(plan_cents),
  matches,
})
