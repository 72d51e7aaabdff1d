import { donations } from '@twofold/contract'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { countInSummary, countOfCompanies } from '../../../matches/sums/index.ts'
import {
  type DonationFilter,
  type FoundDonors,
  hasFacts,
  hasMinAmount,
  hasStatus,
  inDayRange,
  inDays,
  isListed,
  isOfDonors,
  isOfDonorsPerRow,
  isSummarized,
  matchesFacts,
  namesEmployer,
  ofEmployer,
  ofOrganizations,
} from '../../filters/index.ts'
import type { Page } from './list-order.ts'

export type Total = {
  readonly total: number
  /** False if there are more gifts than `total`. */
  readonly isExact: boolean
}

/** Returns the limit outside the summaries: one more than is displayed, or than the page reaches. */
export const countUpTo = ({ offset, limit }: Page): number => Math.max(donations.maxCounted, offset + limit) + 1
export const noCountLimit = Number.POSITIVE_INFINITY

export function totalOf(countLimit: number, counted: number, isSummed: boolean): Total {
  const isExact = isSummed || counted < countLimit
  return { total: isExact ? counted : countLimit - 1, isExact }
}

const fewDonorsAtMost = 200

/** Null: too many to read their gifts donor by donor. */
export const donorIdsIfFew = (filter: DonationFilter, page: Page, donors: FoundDonors): readonly number[] | null =>
  donors === null ||
  donors === 'many' ||
  donors.length > fewDonorsAtMost ||
  hasFacts(filter) ||
  page.field !== 'donated_at'
    ? null
    : donors

export const isSortedByDay = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null && !hasFacts(filter) && page.field === 'donated_at'

export const isEmployerOnly = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  filter.employer !== null && isSortedByDay(filter, page, donors)

const precomputedByCompany = (filter: DonationFilter, page: Page, donors: FoundDonors) =>
  filter.employer !== null &&
  filter.statusIds === null &&
  filter.minCents === null &&
  isSortedByDay(filter, page, donors)
    ? countOfCompanies(filter, filter.employer.companyIds)
    : null

export const isCountPrecomputed = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  isSummarized(filter) || precomputedByCompany(filter, page, donors) !== null

export function unnestValues(column: string, type: 'bigint' | 'smallint', values: readonly number[]) {
  return {
    from: sql`unnest(${[...values]}::${sql.raw(type)}[]) AS each (value)`,
    is: sql`AND d.${sql.ref(column)} = each.value`,
  }
}

/** Never scans the rows of a whole organization. */
export function countDonations(filter: DonationFilter, page: Page, countLimit: number, donors: FoundDonors): Sql {
  if (isSummarized(filter)) return countInSummary(filter)
  const donorIds = donorIdsIfFew(filter, page, donors)
  if (donorIds !== null) {
    const { from, is } = unnestValues('donor_id', 'bigint', donorIds)
    const rest = sql`${hasStatus(filter)} ${ofEmployer(filter)} ${inDays(filter)} ${hasMinAmount(filter)}`
    return countRows(filter, countLimit, sql`${is} ${rest}`, from)
  }
  const { employer } = filter
  const ofDonors = countLimit === noCountLimit ? isOfDonors(filter, donors) : isOfDonorsPerRow(filter, donors)
  const rest = sql`${hasStatus(filter)} ${inDays(filter)} ${hasMinAmount(filter)} ${ofDonors} ${matchesFacts(filter)}`
  if (employer === null) return countRows(filter, countLimit, rest)
  // One company after another: for several at once, a generic plan scans by day.
  const { from, is } = unnestValues('company_id', 'bigint', employer.companyIds)
  const namedCount = isEmployerOnly(filter, page, donors)
    ? sql`(SELECT count(*) FROM named)`
    : countRows(filter, countLimit, sql`${namesEmployer(employer.words)} ${rest}`)
  const precomputed = precomputedByCompany(filter, page, donors)
  if (precomputed) {
    const partialMonths = precomputed.days.map((range) =>
      countRows(filter, noCountLimit, sql`${is} ${inDayRange(range)}`, from),
    )
    return sql.join([precomputed.inMonths, ...partialMonths, namedCount], sql` + `)
  }
  const knownCount = isEmployerOnly(filter, page, donors)
    ? countRows(filter, countLimit, sql`${is} ${hasStatus(filter)} ${inDays(filter)} ${hasMinAmount(filter)}`, from)
    : countRows(filter, countLimit, sql`AND d.company_id = ANY (${[...employer.companyIds]}::bigint[]) ${rest}`)
  const sumOfBoth = sql`${knownCount} + ${namedCount}`
  return countLimit === noCountLimit ? sumOfBoth : sql`least(${countLimit}::bigint, ${sumOfBoth})`
}

/** `from`: values to look up gifts by, one after another. */
function countRows(filter: DonationFilter, countLimit: number, conditions: Sql, from?: Sql): Sql {
  const gifts = sql`donations d WHERE ${isListed(filter)} ${ofOrganizations(filter)} ${conditions}`
  // OFFSET 0 prevents a join that would be planned from the gifts to the values.
  const counted = from ? sql`(SELECT FROM ${from}, LATERAL (SELECT FROM ${gifts} OFFSET 0) AS one) AS walked` : gifts
  if (countLimit === noCountLimit) return sql`(SELECT count(*) FROM ${counted})`
  // A cached plan has to know the usual limit, so it is a literal.
  const limit = countLimit === donations.maxCounted + 1 ? sql.raw(String(countLimit)) : sql`${countLimit}`
  return sql`(SELECT count(*) FROM (SELECT FROM ${counted} LIMIT ${limit}) AS counted)`
}
