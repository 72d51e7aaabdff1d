import { reports } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { DonationFilter, DonorColumn } from '../filters/index.ts'
import { readFilter } from '../filters/index.ts'
import { findOrganizationsByEin } from './ein.queries.ts'
import { daysAfter } from './mailings/mailing-days.ts'
import { getTimeZone } from './mailings/mailings.queries.ts'

const donorColumns = [
  ['users.name', 'name'],
  ['users.email', 'email'],
  ['addresses.city', 'city'],
  ['addresses.state', 'state'],
] as const satisfies (readonly [reports.FilteredColumn, DonorColumn])[]

type FilterContext = { readonly tenant: Tenant; readonly directory: Directory; readonly now: Date }

export async function resolveDays(
  db: Db,
  { last_days, ...filters }: reports.ReportFilters,
  { tenant, now }: Pick<FilterContext, 'tenant' | 'now'>,
): Promise<reports.ReportFilters> {
  if (last_days === undefined) return filters
  const today = dayAt(now, await getTimeZone(db, tenant)) ?? now.toISOString().slice(0, 10)
  return { ...filters, date_from: daysAfter(today, 1 - last_days), date_to: today }
}

export async function readReportFilter(
  db: Db,
  input: reports.ReportFilters,
  context: FilterContext,
): Promise<DonationFilter> {
  const filters = await resolveDays(db, input, context)
  const { date_from, date_to, amount } = filters
  const company = filters['companies.name']
  const listFilter = await readFilter(
    {
      ...filters,
      minAmount: undefined,
      ...(company ? { companyName: company } : {}),
      ...(date_from > reports.anyDateRange.from ? { dateFrom: date_from } : {}),
      ...(date_to < reports.anyDateRange.to ? { dateTo: date_to } : {}),
    },
    context.tenant,
    context.directory,
    context.now,
  )
  const cents = amount ? reports.centsOfFilter(amount) : null
  const donor = wordsOfDonor(filters)
  return {
    ...listFilter,
    organizationIds: await withEin(db, listFilter.organizationIds, filters['organizations.ein']),
    // Names and addresses share a word index; the columns are compared afterwards.
    donorSearch: filters.donorNameEmail ?? donor.name ?? donor.email ?? null,
    facts: {
      ...listFilter.facts,
      ...(cents ? { cents } : {}),
      ...(Object.keys(donor).length > 0 ? { donor } : {}),
      ...(filters.include_inert === 1 ? {} : { withoutInert: true }),
    },
  }
}

function wordsOfDonor(filters: reports.ReportFilters): Partial<Record<DonorColumn, string>> {
  const columns: Partial<Record<DonorColumn, string>> = {}
  for (const [filter, column] of donorColumns) {
    const text = filters[filter]
    if (text) columns[column] = text
  }
  return columns
}

const withEin = async (db: Db, ids: readonly number[], ein: string | undefined): Promise<readonly number[]> =>
  ein ? findOrganizationsByEin(db, ids, ein) : ids
