import { z } from 'zod'
import { type Database, inTenant, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { leftJoined, type Sql, type Statement, sql } from '../../../platform/database/sql.ts'
import { locatePageInSummary } from '../statistics/index.ts'
import { columnJoins, type ShownRow, shownColumns, shownRow } from './columns.queries.ts'
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
} from './filter.queries.ts'
import { type Page, sortKeys } from './list-order.ts'

export type DonationsPage = Total & { readonly rows: readonly ShownRow[] }

// From here, finding a start position in the summaries is faster than skipping rows.
const landFrom = 1_000
// Below, checking the donor of each gift is faster than collecting all donors.
const oneByOneBefore = 20_000
// A chapter without gifts on a page still costs an index lookup, so many chapters should read few days.
const landAboveBranches = 20

/** One snapshot. Each status, company, and chapter reads its index up to the end of the page. */
export async function findPage(
  database: Database,
  tenant: Tenant,
  { filter, page, countsAll }: { readonly filter: DonationFilter; readonly page: Page; readonly countsAll: boolean },
): Promise<DonationsPage> {
  const most = countsAll ? noCountLimit : countUpTo(page)
  const donors = await readDonors(database, tenant, filter)
  if (donors?.length === 0) return { rows: [], total: 0, isExact: true }
  if (!isPlannedForValues(filter, page, donors)) {
    const rows = await readInTenant(database, tenant, wholePage(filter, page, most, donors))
    const total = totalOf(most, rows[0]?.total ?? 0, isCountPrecomputed(filter, page, donors))
    return { ...total, rows: rows.filter((row) => row.id !== null) }
  }
  return inTenant(
    database,
    tenant,
    async (db) => {
      const { rows: found } = await placesOfPage(filter, page, most, donors).execute(db)
      const { rows } = await showGifts(found.filter((row) => row.id !== null)).execute(db)
      return { ...totalOf(most, found[0]?.total ?? 0, isSummarized(filter)), rows }
    },
    { readOnly: true, snapshot: true },
  )
}

const isPlannedForValues = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null ? !isOneWay(filter, page) : donorIdsIfFew(filter, page, donors) === null

const totalRow = z.object({ total: z.int() })
const countedRow = leftJoined(totalRow, shownRow)
type CountedRow = z.infer<typeof countedRow>
const placeRow = z.object({ organization_id: z.int(), id: z.int() })
const countedPlace = leftJoined(totalRow, placeRow)

const orderOf = ({ field, ascending }: Page, of: string): Sql => {
  const direction = ascending ? sql`ASC` : sql`DESC`
  return sql`${sql.ref(`${of}.${sortKeys[field]}`)} ${direction}, ${sql.ref(`${of}.id`)} ${direction}`
}

function findings(filter: DonationFilter, page: Page, most: number, donors: FoundDonors): { with: Sql; total: Sql } {
  const lands = landsInSummary(filter, page)
  const before = lands ? sql`${locatePageInSummary(filter, page)}, ` : namedFirst(filter, page, donors)
  return {
    with: sql`${before} found AS (
      SELECT * FROM (${walks(filter, page, donors)}) AS walked
      ORDER BY ${orderOf(page, 'walked')} OFFSET ${behindLanding(page.offset, lands)} LIMIT ${page.limit})`,
    total: lands
      ? sql`(SELECT coalesce(sum(gifts), 0)::bigint FROM by_month)`
      : countDonations(filter, page, most, donors),
  }
}

/** An empty page has one row with only the total. */
function wholePage(filter: DonationFilter, page: Page, most: number, donors: FoundDonors): Statement<CountedRow> {
  const found = findings(filter, page, most, donors)
  return sql.kept(countedRow)`
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
function placesOfPage(filter: DonationFilter, page: Page, most: number, donors: FoundDonors) {
  const found = findings(filter, page, most, donors)
  return sql(countedPlace)`
    WITH ${found.with}
    SELECT counted.total, f.organization_id, f.id
    FROM (SELECT ${found.total} AS total) AS counted LEFT JOIN found f ON true ORDER BY ${orderOf(page, 'f')}`
}

const showGifts = (places: readonly z.infer<typeof placeRow>[]): Statement<ShownRow> => sql.kept(shownRow)`
  SELECT ${shownColumns}
  FROM unnest(${places.map((place) => place.organization_id)}::bigint[], ${places.map(({ id }) => id)}::bigint[])
    WITH ORDINALITY AS f (organization_id, id, place)
  JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
  ${columnJoins} ORDER BY f.place`

/**
 * Does the best plan not depend on the organization's size, so that it may be cached? Such pages read one index by day,
 * or each named company's. Facts alone need the best index for their values.
 */
const isOneWay = (filter: DonationFilter, page: Page): boolean =>
  page.field === 'donated_at' && (isSummarized(filter) || (filter.employer !== null && !hasFacts(filter)))

/** The summaries determine a row near the start of a distant page by day. */
function landsInSummary(filter: DonationFilter, { field, offset }: Page): boolean {
  const { organizationIds, statusIds } = filter
  const branches = organizationIds.length * (statusIds?.length ?? 1)
  return field === 'donated_at' && isSummarized(filter) && (offset >= landFrom || branches > landAboveBranches)
}

const behindLanding = (rows: number, lands: boolean): Sql =>
  lands ? sql`(SELECT ${rows}::bigint - skipped FROM landing)` : sql`${rows}`

const onLanding = sql`AND d.donated_at >= (SELECT since FROM landing) AND d.donated_at < (SELECT before FROM landing)`

/** Each index scan reads as many rows as if it provided the whole page. */
function walks(filter: DonationFilter, page: Page, donors: FoundDonors): Sql {
  const { employer, statusIds } = filter
  const ofDonors = page.offset < oneByOneBefore ? isOfDonorsPerRow(filter, donors) : isOfDonors(filter, donors)
  const landing = landsInSummary(filter, page) ? onLanding : sql``
  const rest = sql`${inDays(filter)} ${landing} ${hasMinAmount(filter)} ${ofDonors} ${matchesFacts(filter)}`
  const few = donorIdsIfFew(filter, page, donors)
  if (few !== null) {
    const { from, is } = unnestValues('donor_id', 'bigint', few)
    return walk(
      filter,
      page,
      sql`${is} ${hasStatus(filter)} ${ofEmployer(filter)} ${inDays(filter)} ${hasMinAmount(filter)}`,
      from,
    )
  }
  // The planner chooses: a donor has few gifts, and amounts, ids, and facts have their own indexes.
  if (!isSortedByDay(filter, page, donors)) {
    return walk(filter, page, sql`${hasStatus(filter)} ${ofEmployer(filter)} ${rest}`)
  }
  if (employer !== null) {
    const known = unnestValues('company_id', 'bigint', employer.companyIds)
    return sql`(${walk(filter, page, sql`${known.is} ${hasStatus(filter)} ${rest}`, known.from)}) UNION ALL
      SELECT organization_id, id, donated_at FROM named`
  }
  if (statusIds !== null) {
    const status = unnestValues('status_id', 'smallint', statusIds)
    return walk(filter, page, sql`${status.is} ${rest}`, status.from)
  }
  return walk(filter, page, rest)
}

function namedFirst(filter: DonationFilter, page: Page, donors: FoundDonors): Sql {
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
function emptyColumn({ facts }: DonationFilter, ascending: boolean): Sql {
  const direction = ascending ? sql`DESC` : sql`ASC`
  if (facts.employerKnown === false) return sql`d.company_id ${direction},`
  return facts.campaignKnown === false ? sql`d.campaign_key ${direction},` : sql``
}

function walk(filter: DonationFilter, page: Page, conditions: Sql, from?: Sql): Sql {
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
    ORDER BY ${emptyColumn(filter, ascending)} ${key} ${order}, d.id ${order} LIMIT ${behindLanding(offset + limit, landsInSummary(filter, page))}) AS walked`
}
