import { donations } from '@twofold/contract'
import type { Tenant } from '../../../platform/database/database.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { DonationFilter, FactFilter } from './filter.queries.ts'

/** An organization outside of the family is treated like an unknown one: nothing is found. */
export async function readFilter(
  filters: donations.DonationFilters,
  tenant: Tenant,
  directory: Directory,
  now: Date,
): Promise<DonationFilter> {
  const { organizationId, status, companyName, donorNameEmail, minAmount } = filters
  return {
    organizationIds: organizationId ? tenant.family.filter((id) => id === organizationId) : tenant.family,
    statusIds: status === undefined ? null : donations.statusesOfFilter(status),
    from: latest(filters.dateFrom, filters.fromDate),
    to: earliest(filters.dateTo, filters.toDate),
    minCents: minAmount ? leastCents(minAmount) : null,
    employer: companyName
      ? { words: companyName, companyIds: (await directory.current()).idsContaining(companyName) }
      : null,
    donorSearch: donorNameEmail ?? null,
    facts: readFacts(filters, now),
  }
}

const msPerDay = 86_400_000

function readFacts(filters: donations.DonationFilters, now: Date): FactFilter {
  const {
    paymentState,
    campaign,
    campaignKnown,
    campaignId,
    unconfirmed,
    deadlineWithin,
    employerKnown,
    minEstimated,
    withinYear,
    unanswered,
    importId,
    donorId,
    companyId,
  } = filters
  const paymentStates = paymentState === undefined ? null : donations.paymentStatesOfFilter(paymentState)
  return {
    ...(paymentStates ? { paymentStates } : {}),
    ...(campaign ? { campaign } : {}),
    ...(campaignKnown === undefined ? {} : { campaignKnown: campaignKnown === 'yes' }),
    ...(unconfirmed === undefined ? {} : { unconfirmed: true }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...(deadlineWithin === undefined
      ? {}
      : { deadline: { from: now, to: new Date(now.getTime() + deadlineWithin * msPerDay) } }),
    ...(employerKnown === undefined ? {} : { employerKnown: employerKnown === 'yes' }),
    ...(minEstimated ? { minEstimatedCents: leastCents(minEstimated) } : {}),
    ...(withinYear === undefined ? {} : { requested: { step: withinYear, since: donations.withinYearSince(now) } }),
    ...(unanswered === undefined
      ? {}
      : { unansweredSince: new Date(now.getTime() - donations.unansweredAfterDays * msPerDay) }),
    ...(importId === undefined ? {} : { importId }),
    ...(donorId === undefined ? {} : { donorId }),
    ...(companyId === undefined ? {} : { companyId }),
  }
}

const leastCents = (amount: number): number => Math.ceil(amount * 100 - 1e-6)

const latest = (...days: (string | undefined)[]): string | null =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1) ?? null
const earliest = (...days: (string | undefined)[]): string | null =>
  days.filter((day) => day !== undefined).sort()[0] ?? null
