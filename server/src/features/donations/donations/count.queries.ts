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

/** How many gifts a filter finds: exact where sums know it, counted so far and no farther where not. */

export type Total = {
  readonly total: number
  /** False where there are `total` and more: nobody counted on. */
  readonly isExact: boolean
}

/** What the summaries do not know is counted this far, and not beyond: one more than is told, or than the page reaches. */
export const countUpTo = ({ offset, limit }: Page): number => Math.max(donations.countedAtMost, offset + limit) + 1
export const everyOne = Number.POSITIVE_INFINITY

export function totalOf(most: number, counted: number, isSummed: boolean): Total {
  const isExact = isSummed || counted < most
  return { total: isExact ? counted : most - 1, isExact }
}

const fewAtMost = 200

/** So few that their gifts are read donor by donor, whatever else is asked of them. */
export const fewDonors = (filter: DonationFilter, page: Page, donors: FoundDonors): readonly number[] | null =>
  donors === null || donors === 'many' || donors.length > fewAtMost || hasFacts(filter) || page.field !== 'donated_at'
    ? null
    : donors

export const isByDay = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null && !hasFacts(filter) && page.field === 'donated_at'

export const isOfEmployerAlone = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  filter.employer !== null && isByDay(filter, page, donors)

/** How many gifts an employer has, where the sums by company know it. */
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

/** From the summaries the exact number, from an index as many as are counted: never from the rows of a whole organization. */
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
  // One company after the other: of several together a plan for any value expects so many that it goes by day.
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

/** `from`: what each gift is walked to, a value after the other. */
function countRows(filter: DonationFilter, most: number, conditions: Sql, from?: Sql): Sql {
  const gifts = sql`donations d WHERE ${listed(filter)} ${ofOrganizations(filter)} ${conditions}`
  // OFFSET 0 keeps it a walk: as a join it would be planned from the gifts to the values.
  const counted = from ? sql`(SELECT FROM ${from}, LATERAL (SELECT FROM ${gifts} OFFSET 0) AS one) AS walked` : gifts
  if (most === everyOne) return sql`(SELECT count(*) FROM ${counted})`
  // The usual limit is part of the text: a kept plan has to know how far it goes.
  const limit = most === donations.countedAtMost + 1 ? sql.raw(String(most)) : sql`${most}`
  return sql`(SELECT count(*) FROM (SELECT FROM ${counted} LIMIT ${limit}) AS counted)`
}
