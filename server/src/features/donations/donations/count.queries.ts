import { donations } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { countInSummary, countOfCompanies } from '../statistics/index.ts'
import {
  type DonationFilter,
  type FoundDonors,
  hasFacts,
  hasStatus,
  hasTheFacts,
  inDayRange,
  inDays,
  isAtLeast,
  isOfDonors,
  isOfDonorsOneByOne,
  isSummarized,
  listed,
  namesEmployer,
  ofEmployer,
  ofOrganizations,
} from './filter.queries.ts'
import type { Page } from './list-order.ts'

/** The number of gifts that a filter finds: exact if it comes from the summaries, limited otherwise. */

export type Total = {
  readonly total: number
  /** False if counting stopped at `total` and there are more gifts. */
  readonly isExact: boolean
}

/** Returns the limit for counts outside the summaries: one more than is displayed, or than the page reaches. */
export const countUpTo = ({ offset, limit }: Page): number => Math.max(donations.countedAtMost, offset + limit) + 1
export const everyOne = Number.POSITIVE_INFINITY

export function totalOf(most: number, counted: number, isSummed: boolean): Total {
  const isExact = isSummed || counted < most
  return { total: isExact ? counted : most - 1, isExact }
}

const fewAtMost = 200

/** Returns the donors if they are few enough to read their gifts donor by donor. */
export const fewDonors = (filter: DonationFilter, page: Page, donors: FoundDonors): readonly number[] | null =>
  donors === null || donors === 'many' || donors.length > fewAtMost || hasFacts(filter) || page.field !== 'donated_at'
    ? null
    : donors

export const isByDay = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null && !hasFacts(filter) && page.field === 'donated_at'

export const isOfEmployerAlone = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  filter.employer !== null && isByDay(filter, page, donors)

/** Returns the number of an employer's gifts if the company sums contain it. */
const keptByCompany = (filter: DonationFilter, page: Page, donors: FoundDonors) =>
  filter.employer !== null && filter.statusIds === null && filter.minCents === null && isByDay(filter, page, donors)
    ? countOfCompanies(filter, filter.employer.companyIds)
    : null

export const isKept = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  isSummarized(filter) || keptByCompany(filter, page, donors) !== null

export function eachOf(column: string, type: 'bigint' | 'smallint', values: readonly number[]) {
  return {
    from: sql`unnest(${[...values]}::${sql.raw(type)}[]) AS each (value)`,
    is: sql`AND d.${sql.ref(column)} = each.value`,
  }
}

/** Counts exactly from the summaries, or up to a limit from an index. Never scans the rows of a whole organization. */
export function countDonations(filter: DonationFilter, page: Page, most: number, donors: FoundDonors): Sql {
  if (isSummarized(filter)) return countInSummary(filter)
  const few = fewDonors(filter, page, donors)
  if (few !== null) {
    const { from, is } = eachOf('donor_id', 'bigint', few)
    const rest = sql`${hasStatus(filter)} ${ofEmployer(filter)} ${inDays(filter)} ${isAtLeast(filter)}`
    return countRows(filter, most, sql`${is} ${rest}`, from)
  }
  const { employer } = filter
  const ofDonors = most === everyOne ? isOfDonors(filter, donors) : isOfDonorsOneByOne(filter, donors)
  const rest = sql`${hasStatus(filter)} ${inDays(filter)} ${isAtLeast(filter)} ${ofDonors} ${hasTheFacts(filter)}`
  if (employer === null) return countRows(filter, most, rest)
  // Counts one company after another. For several at once, a generic plan expects so many rows that it scans by day.
  const { from, is } = eachOf('company_id', 'bigint', employer.companyIds)
  const named = isOfEmployerAlone(filter, page, donors)
    ? sql`(SELECT count(*) FROM named)`
    : countRows(filter, most, sql`${namesEmployer(employer.words)} ${rest}`)
  const kept = keptByCompany(filter, page, donors)
  if (kept) {
    const atEnds = kept.days.map((range) => countRows(filter, everyOne, sql`${is} ${inDayRange(range)}`, from))
    return sql.join([kept.inMonths, ...atEnds, named], sql` + `)
  }
  const known = isOfEmployerAlone(filter, page, donors)
    ? countRows(filter, most, sql`${is} ${hasStatus(filter)} ${inDays(filter)} ${isAtLeast(filter)}`, from)
    : countRows(filter, most, sql`AND d.company_id = ANY (${[...employer.companyIds]}::bigint[]) ${rest}`)
  const both = sql`${known} + ${named}`
  return most === everyOne ? both : sql`least(${most}::bigint, ${both})`
}

/** `from`: values to look up gifts by, one after another. */
function countRows(filter: DonationFilter, most: number, conditions: Sql, from?: Sql): Sql {
  const gifts = sql`donations d WHERE ${listed(filter)} ${ofOrganizations(filter)} ${conditions}`
  // OFFSET 0 prevents a join that would be planned from the gifts to the values.
  const counted = from ? sql`(SELECT FROM ${from}, LATERAL (SELECT FROM ${gifts} OFFSET 0) AS one) AS walked` : gifts
  if (most === everyOne) return sql`(SELECT count(*) FROM ${counted})`
  // The usual limit is a literal because a cached plan has to know it.
  const limit = most === donations.countedAtMost + 1 ? sql.raw(String(most)) : sql`${most}`
  return sql`(SELECT count(*) FROM (SELECT FROM ${counted} LIMIT ${limit}) AS counted)`
}
