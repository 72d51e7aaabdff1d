import { z } from 'zod'
import { type Database, inTenant, readInTenant, type Tenant } from '../../../../platform/database/database.ts'
import { leftJoined, type Sql, type Statement, sql } from '../../../../platform/database/sql.ts'
import { locatePageInSummary } from '../../../matches/sums/index.ts'
import { columnJoins, type ShownRow, shownColumns, shownRow } from '../../columns/index.ts'
import {
  type DonationFilter,
  type FoundDonors,
  hasFacts,
  hasMinAmount,
  hasStatus,
  inDays,
  isListed,
  isOfDonors,
  isOfDonorsPerRow,
  isSummarized,
  matchesFacts,
  ofEmployer,
  readDonors,
  toLikePattern,
} from '../../filters/index.ts'
import {
  countDonations,
  countUpTo,
  donorIdsIfFew,
  isCountPrecomputed,
  isEmployerOnly,
  isSortedByDay,
  noCountLimit,
  type Total,
  totalOf,
  unnestValues,
} from './count.queries.ts'
import { type Page, sortKeys } from './list-order.ts'

export type DonationsPage = Total & { readonly rows: readonly ShownRow[] }

// From here, finding a start position in the summaries is faster than skipping rows.
const summaryFromOffset = 1_000
// Below, checking the donor of each gift is faster than collecting all donors.
const perRowBelowOffset = 20_000
// A chapter without gifts on a page still costs an index lookup, so many chapters should read few days.
const summaryAboveBranches = 20

/** One snapshot. Each status, company, and chapter reads its index up to the end of the page. */
export async function findPage(
  database: Database,
  tenant: Tenant,
  { filter, page, countsAll }: { readonly filter: DonationFilter; readonly page: Page; readonly countsAll: boolean },
): Promise<DonationsPage> {
  const countLimit = countsAll ? noCountLimit : countUpTo(page)
  const donors = await readDonors(database, tenant, filter)
  if (donors?.length === 0) return { rows: [], total: 0, isExact: true }
  if (!isPlannedForValues(filter, page, donors)) {
    const rows = await readInTenant(database, tenant, pageWithTotal(filter, page, countLimit, donors))
    const total = totalOf(countLimit, rows[0]?.total ?? 0, isCountPrecomputed(filter, page, donors))
    return { ...total, rows: rows.filter((row) => row.id !== null) }
  }
  return inTenant(
    database,
    tenant,
    async (db) => {
      const found = await keysOfPage(filter, page, countLimit, donors).rows(db)
      const rows = await showGifts(found.filter((row) => row.id !== null)).rows(db)
      return { ...totalOf(countLimit, found[0]?.total ?? 0, isSummarized(filter)), rows }
    },
    { readOnly: true, snapshot: true },
  )
}

const isPlannedForValues = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null ? !hasSinglePlan(filter, page) : donorIdsIfFew(filter, page, donors) === null

const totalRow = z.object({ total: z.int() })
const countedRow = leftJoined(totalRow, shownRow)
type CountedRow = z.infer<typeof countedRow>
const keyRow = z.object({ organization_id: z.int(), id: z.int() })
const countedKey = leftJoined(totalRow, keyRow)

const orderOf = ({ field, ascending }: Page, of: string): Sql => {
  const direction = ascending ? sql`ASC` : sql`DESC`
  return sql`${sql.ref(`${of}.${sortKeys[field]}`)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`
}

function pageQuery(
  filter: DonationFilter,
  page: Page,
  countLimit: number,
  donors: FoundDonors,
): { with: Sql; total: Sql } {
  const isLocated = isLocatedInSummary(filter, page)
  const before = isLocated ? sql`${locatePageInSummary(filter, page)}, ` : namedGifts(filter, page, donors)
  return {
    with: sql`${before} found AS (
      SELECT * FROM (${scanPage(filter, page, donors)}) AS walked
      ORDER BY ${orderOf(page, 'walked')} OFFSET ${offsetInLanding(page.offset, isLocated)} LIMIT ${page.limit})`,
    total: isLocated
      ? sql`(SELECT coalesce(sum(gifts), 0)::bigint FROM by_month)`
      : countDonations(filter, page, countLimit, donors),
  }
}

/** An empty page has one row with only the total. */
function pageWithTotal(
  filter: DonationFilter,
  page: Page,
  countLimit: number,
  donors: FoundDonors,
): Statement<CountedRow> {
  const found = pageQuery(filter, page, countLimit, donors)
  return sql.prepared(countedRow)`
    WITH ${found.with}
    SELECT counted.*, shown.*
    FROM (SELECT ${found.total} AS total) AS counted
    LEFT JOIN (
      SELECT ${shownColumns} FROM found f
      JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
      ${columnJoins}) AS shown ON true
    ORDER BY ${orderOf(page, 'shown')}`
}

/** The plan depends on the values. Only the lookup of gifts is planned for them, to save planning time. */
function keysOfPage(filter: DonationFilter, page: Page, countLimit: number, donors: FoundDonors) {
  const found = pageQuery(filter, page, countLimit, donors)
  return sql(countedKey)`
    WITH ${found.with}
    SELECT counted.total, f.organization_id, f.id
    FROM (SELECT ${found.total} AS total) AS counted LEFT JOIN found f ON true ORDER BY ${orderOf(page, 'f')}`
}

const showGifts = (keys: readonly z.infer<typeof keyRow>[]): Statement<ShownRow> => sql.prepared(shownRow)`
  SELECT ${shownColumns}
  FROM unnest(${keys.map((place) => place.organization_id)}::bigint[], ${keys.map(({ id }) => id)}::bigint[])
    WITH ORDINALITY AS f (organization_id, id, place)
  JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
  ${columnJoins} ORDER BY f.place`

/**
 * Does the best plan not depend on the organization's size, so that it may be cached? Such pages read one index by day,
 * or each named company's. Facts alone need the best index for their values.
 */
const hasSinglePlan = (filter: DonationFilter, page: Page): boolean =>
  page.field === 'donated_at' && (isSummarized(filter) || (filter.employer !== null && !hasFacts(filter)))

/** The summaries determine a row near the start of a distant page by day. */
function isLocatedInSummary(filter: DonationFilter, { field, offset }: Page): boolean {
  const { organizationIds, statusIds } = filter
  const branches = organizationIds.length * (statusIds?.length ?? 1)
  return (
    field === 'donated_at' && isSummarized(filter) && (offset >= summaryFromOffset || branches > summaryAboveBranches)
  )
}

const offsetInLanding = (rows: number, isLocated: boolean): Sql =>
  isLocated ? sql`(SELECT ${rows}::bigint - skipped FROM landing)` : sql`${rows}`

const isInLanding = sql`AND d.donated_at >= (SELECT since FROM landing) AND d.donated_at < (SELECT before FROM landing)`

/** Each index scan reads as many rows as if it provided the whole page. */
function scanPage(filter: DonationFilter, page: Page, donors: FoundDonors): Sql {
  const { employer, statusIds } = filter
  const ofDonors = page.offset < perRowBelowOffset ? isOfDonorsPerRow(filter, donors) : isOfDonors(filter, donors)
  const landing = isLocatedInSummary(filter, page) ? isInLanding : sql``
  const rest = sql`${inDays(filter)} ${landing} ${hasMinAmount(filter)} ${ofDonors} ${matchesFacts(filter)}`
  const donorIds = donorIdsIfFew(filter, page, donors)
  if (donorIds !== null) {
    const { from, is } = unnestValues('donor_id', 'bigint', donorIds)
    return scan(
      filter,
      page,
      sql`${is} ${hasStatus(filter)} ${ofEmployer(filter)} ${inDays(filter)} ${hasMinAmount(filter)}`,
      from,
    )
  }
  // The planner chooses: a donor has few gifts, and amounts, ids, and facts have their own indexes.
  if (!isSortedByDay(filter, page, donors)) {
    return scan(filter, page, sql`${hasStatus(filter)} ${ofEmployer(filter)} ${rest}`)
  }
  if (employer !== null) {
    const companies = unnestValues('company_id', 'bigint', employer.companyIds)
    return sql`(${scan(filter, page, sql`${companies.is} ${hasStatus(filter)} ${rest}`, companies.from)}) UNION ALL
      SELECT organization_id, id, donated_at FROM named`
  }
  if (statusIds !== null) {
    const status = unnestValues('status_id', 'smallint', statusIds)
    return scan(filter, page, sql`${status.is} ${rest}`, status.from)
  }
  return scan(filter, page, rest)
}

function namedGifts(filter: DonationFilter, page: Page, donors: FoundDonors): Sql {
  const { employer, organizationIds } = filter
  if (employer === null || !isEmployerOnly(filter, page, donors)) return sql``
  return sql`named AS MATERIALIZED (
    SELECT o.id AS organization_id, d.id, d.donated_at
    FROM unnest(${[...organizationIds]}::bigint[]) AS o (id), LATERAL gifts_naming_employer(o.id, ${toLikePattern(employer.words)}) AS d
    WHERE true ${hasStatus(filter)} ${inDays(filter)} ${hasMinAmount(filter)}), `
}

/**
 * The planner does not know that a column that IS NULL is constant. As the first sort key, it allows an ordered index
 * scan.
 */
function emptyColumnOrder({ facts }: DonationFilter, ascending: boolean): Sql {
  const direction = ascending ? sql`DESC` : sql`ASC`
  if (facts.employerKnown === false) return sql`d.company_id ${direction},`
  return facts.campaignKnown === false ? sql`d.campaign_key ${direction},` : sql``
}

function scan(filter: DonationFilter, page: Page, conditions: Sql, from?: Sql): Sql {
  const { organizationIds } = filter
  const { field, ascending, offset, limit } = page
  const order = ascending ? sql`ASC` : sql`DESC`
  const key = sql.ref(`d.${sortKeys[field]}`)
  const columns =
    field === 'amount' ? sql`d.organization_id, d.id, d.amount_cents` : sql`d.organization_id, d.id, d.donated_at`
  // A plain comparison, so the planner knows the organization's size.
  const organization = organizationIds.length === 1 ? sql`${organizationIds[0]}::bigint` : sql`o.id`
  return sql`SELECT walked.* FROM unnest(${[...organizationIds]}::bigint[]) AS o (id)${from ? sql`, ${from}` : sql``}, LATERAL (
    SELECT ${columns} FROM donations d
    WHERE ${isListed(filter)} AND d.organization_id = ${organization} ${conditions}
    ORDER BY ${emptyColumnOrder(filter, ascending)} ${key} ${order}, d.id ${order} LIMIT ${offsetInLanding(offset + limit, isLocatedInSummary(filter, page))}) AS walked`
}
