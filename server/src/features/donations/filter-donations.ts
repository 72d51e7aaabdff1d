import { donations } from '@twofold/contract'
import type { Tenant } from '../../platform/database/database.ts'
import type { Directory } from '../companies/index.ts'
import type { DonationFilter } from './filter.queries.ts'

/** An organization outside of the family is as good as one that does not exist: nothing is found. */
export async function readFilter(
  filters: donations.DonationFilters,
  tenant: Tenant,
  directory: Directory,
): Promise<DonationFilter> {
  const { organizationId, status, companyName, donorNameEmail, minAmount } = filters
  return {
    organizationIds: organizationId ? tenant.family.filter((id) => id === organizationId) : tenant.family,
    statusIds: status === undefined ? null : donations.statusesOfFilter(status),
    from: latest(filters.dateFrom, filters.fromDate),
    to: earliest(filters.dateTo, filters.toDate),
    minCents: minAmount ? Math.ceil(minAmount * 100 - 1e-6) : null,
    employer: companyName
      ? { words: companyName, companyIds: (await directory.current()).idsHolding(companyName) }
      : null,
    donorWords: donorNameEmail ?? null,
  }
}

const latest = (...days: (string | undefined)[]): string | null =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1) ?? null
const earliest = (...days: (string | undefined)[]): string | null =>
  days.filter((day) => day !== undefined).sort()[0] ?? null
