import { donations } from '@twofold/contract'
import { z } from 'zod'
import { type Database, type Db, inTenant, readInTenant, type Tenant } from '../../platform/database/database.ts'
import { leftJoined, type Sql, type Statement, sql } from '../../platform/database/sql.ts'
import { countInSummary, landInSummary, monthEnd } from '../statistics/index.ts'
import { columnJoins, type ShownRow, shownColumns, shownRow } from './columns.queries.ts'
import {
  type DonationFilter,
  type FoundDonors,
  findDonors,
  hasFacts,
  hasStatus,
  hasTheFacts,
  inDays,
  isAtLeast,
  isOfDonors,
  isOfDonorsOneByOne,
  isSummarized,
  namesEmployer,
  ofEmployer,
  ofOrganizations,
} from './filter.queries.ts'
import { type Order, sortKeys } from './look.queries.ts'

export type Page = Order & { readonly offset: number; readonly limit: number }

export type FoundPage = {
  readonly rows: readonly ShownRow[]
  readonly total: number
  /** False where there are `total` and more: nobody counted on. */
  readonly isExact: boolean
}

// Rows that are counted off cost about a microsecond each; finding a landing place in the summaries costs a millisecond.
const landFrom = 1_000
// Asking each gift for its donor costs two microseconds; gathering 300,000 donors first costs a fifth of a second.
const oneByOneBefore = 20_000
// A chapter that has nothing on a page still costs a look into its index, so that many of them had better look at few days.
const landAboveBranches = 20

/** How long each statement may take, null as long as any; and whether all that the filter finds is counted, however many. */
export type Effort = { readonly timeoutMs: number | null; readonly countsAll: boolean }

/**
 * One page and how many there are, from one snapshot. Each status, company and chapter walks its own index to the end of the
 * page at most, and the walks are merged. Throws what `isOverdue` knows where a statement takes longer than it may.
 */
export async function findPage(
  database: Database,
  tenant: Tenant,
  filter: DonationFilter,
  page: Page,
  effort: Effort,
): Promise<FoundPage> {
  const timeout = effort.timeoutMs === null ? {} : { timeoutMs: effort.timeoutMs }
  const most = effort.countsAll ? everyOne : countUpTo(page)
  if (filter.donorWords === null && !(walksIndexes(filter, page) && isFar(filter, page))) {
    const statement = pageStatement(filter, { filter, page }, { page, most }, null)
    return pageOf(filter, most, await readInTenant(database, tenant, statement, timeout))
  }
  return inTenant(
    database,
    tenant,
    async (db) => {
      const donors = await findDonors(db, filter)
      const place = await landPage(db, filter, page)
      return pageOf(filter, most, (await pageStatement(filter, place, { page, most }, donors).execute(db)).rows)
    },
    { readOnly: true, snapshot: true, ...timeout },
  )
}

/** What the summaries do not know is counted this far, and not beyond: one more than is told, or than the page reaches. */
const countUpTo = ({ offset, limit }: Page): number => Math.max(donations.countedAtMost, offset + limit) + 1
const everyOne = Number.POSITIVE_INFINITY

function pageOf(filter: DonationFilter, most: number, rows: readonly CountedRow[]): FoundPage {
  const counted = rows[0]?.total ?? 0
  const isExact = isSummarized(filter) || counted < most
  return {
    total: isExact ? counted : most - 1,
    isExact,
    rows: rows.filter((row) => row.id !== null),
  }
}

const totalRow = z.object({ total: z.int() })
const countedRow = leftJoined(totalRow, shownRow)
type CountedRow = z.infer<typeof countedRow>
type Asked = { readonly page: Page; readonly most: number }
type Landed = { readonly filter: DonationFilter; readonly page: Page }

/** The rows of a page, each with the number of all. A page without rows is one row that holds nothing else. */
function pageStatement(
  filter: DonationFilter,
  place: Landed | null,
  { page: asked, most }: Asked,
  donors: FoundDonors,
): Statement<CountedRow> {
  const nothing = sql`SELECT NULL::bigint AS organization_id, NULL::bigint AS id WHERE false`
  const order = place?.page.ascending ? sql`ASC` : sql`DESC`
  const key = sql.ref(sortKeys[place?.page.field ?? 'donated_at'])
  const found = place
    ? sql`SELECT * FROM (${walks(place.filter, place.page, donors)}) AS walked
        ORDER BY ${key} ${order}, id ${order} OFFSET ${place.page.offset} LIMIT ${place.page.limit}`
    : nothing
  const statement = sql`
    WITH ${isOfEmployerAlone(filter, asked, donors) ? sql`${namedByEmployer(filter)}, ` : sql``} found AS (${found})
    SELECT counted.total, shown.*
    FROM (SELECT ${countDonations(filter, { page: asked, most }, donors)} AS total) AS counted
    LEFT JOIN (
      SELECT ${shownColumns} FROM found f
      JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
      ${columnJoins}) AS shown ON true
    ORDER BY shown.${key} ${order}, shown.id ${order}`
  const isKept = place && donors !== 'many' && isOneWay(filter, place.page)
  return isKept ? sql.kept(countedRow)`${statement}` : sql(countedRow)`${statement}`
}

/**
 * True where the way to a page is the same however much an organization holds, so that its plan may be kept: along one index,
 * by day. What else is asked of the gifts decides which index is best, and a plan for any value was ten times slower there.
 */
const isOneWay = (filter: DonationFilter, page: Page): boolean =>
  page.field === 'donated_at' &&
  (isSummarized(filter) || (filter.statusIds === null && filter.minCents === null && !hasFacts(filter)))

/** True where the summaries know where a page begins. */
const walksIndexes = (filter: DonationFilter, page: Page): boolean =>
  page.field === 'donated_at' && isSummarized(filter)

function isFar({ organizationIds, statusIds }: DonationFilter, { offset }: Page): boolean {
  return offset >= landFrom || organizationIds.length * (statusIds?.length ?? 1) > landAboveBranches
}

/** A deep page by day begins near its first row instead of at the first of all. Null when it lies behind the last. */
async function landPage(db: Db, filter: DonationFilter, page: Page): Promise<Landed | null> {
  if (!walksIndexes(filter, page) || !isFar(filter, page)) return { filter, page }
  const landing = await landInSummary(db, filter, page)
  if (!landing) return null
  const { day, skipped, lastMonth } = landing
  const days = page.ascending
    ? { from: day, to: lastMonth ? earlier(monthEnd(lastMonth), filter.to) : filter.to }
    : { from: lastMonth ? later(lastMonth, filter.from) : filter.from, to: day }
  return { filter: { ...filter, ...days }, page: { ...page, offset: page.offset - skipped } }
}

const later = (day: string, limit: string | null): string => (limit !== null && limit > day ? limit : day)
const earlier = (day: string, limit: string | null): string => (limit !== null && limit < day ? limit : day)

/** Candidates of a page: every walk goes as far as the page could reach if it held all of its rows. */
function walks(filter: DonationFilter, page: Page, donors: FoundDonors): Sql {
  const { employer, statusIds } = filter
  const ofDonors = page.offset < oneByOneBefore ? isOfDonorsOneByOne(filter, donors) : isOfDonors(filter, donors)
  const rest = sql`${inDays(filter)} ${isAtLeast(filter)} ${ofDonors} ${hasTheFacts(filter)}`
  // A donor's gifts are few, and amounts, ids and facts have indexes of their own: one walk, which the planner chooses.
  if (!isByDay(filter, page, donors)) {
    return walk(filter, page, sql`${hasStatus(filter)} ${ofEmployer(filter)} ${rest}`)
  }
  if (employer !== null) {
    const known = eachOf('company_id', 'bigint', employer.companyIds)
    return sql`(${walk(filter, page, sql`${known.is} ${hasStatus(filter)} ${rest}`, known.from)}) UNION ALL
      SELECT organization_id, id, donated_at FROM named`
  }
  if (statusIds !== null) {
    const status = eachOf('status_id', 'smallint', statusIds)
    return walk(filter, page, sql`${status.is} ${rest}`, status.from)
  }
  return walk(filter, page, rest)
}

const isByDay = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  donors === null && !hasFacts(filter) && page.field === 'donated_at'

const isOfEmployerAlone = (filter: DonationFilter, page: Page, donors: FoundDonors): boolean =>
  filter.employer !== null && isByDay(filter, page, donors)

/** Gifts whose employer nobody found are read word by word, which takes longer than all else: once for the page and the count. */
function namedByEmployer(filter: DonationFilter): Sql {
  const { employer } = filter
  return sql`named AS MATERIALIZED (
    SELECT d.organization_id, d.id, d.donated_at FROM donations d WHERE d.counted ${ofOrganizations(filter)}
      ${namesEmployer(employer?.words ?? '')} ${hasStatus(filter)} ${inDays(filter)} ${isAtLeast(filter)})`
}

function eachOf(column: string, type: 'bigint' | 'smallint', values: readonly number[]) {
  return {
    from: sql`, unnest(${[...values]}::${sql.raw(type)}[]) AS each (value)`,
    is: sql`AND d.${sql.ref(column)} = each.value`,
  }
}

function walk(
  { organizationIds }: DonationFilter,
  { field, ascending, offset, limit }: Page,
  conditions: Sql,
  from: Sql = sql``,
): Sql {
  const order = ascending ? sql`ASC` : sql`DESC`
  const key = sql.ref(`d.${sortKeys[field]}`)
  const columns =
    field === 'amount' ? sql`d.organization_id, d.id, d.amount_cents` : sql`d.organization_id, d.id, d.donated_at`
  // Named outright where there is one, so that the planner knows how much it holds.
  const organization = organizationIds.length === 1 ? sql`${organizationIds[0]}::bigint` : sql`o.id`
  return sql`SELECT walked.* FROM unnest(${[...organizationIds]}::bigint[]) AS o (id) ${from}, LATERAL (
    SELECT ${columns} FROM donations d
    WHERE d.counted AND d.organization_id = ${organization} ${conditions}
    ORDER BY ${key} ${order}, d.id ${order} LIMIT ${offset + limit}) AS walked`
}

/** From the summaries the exact number, from an index as many as are counted: never from the rows of a whole organization. */
function countDonations(filter: DonationFilter, { page, most }: Asked, donors: FoundDonors): Sql {
  if (isSummarized(filter)) return countInSummary(filter)
  const { employer } = filter
  const ofDonors = most === everyOne ? isOfDonors(filter, donors) : isOfDonorsOneByOne(filter, donors)
  const rest = sql`${hasStatus(filter)} ${inDays(filter)} ${isAtLeast(filter)} ${ofDonors} ${hasTheFacts(filter)}`
  if (employer === null) return countRows(filter, most, rest)
  const known = sql`AND d.company_id = ANY (${[...employer.companyIds]}::bigint[])`
  const named = isOfEmployerAlone(filter, page, donors)
    ? sql`(SELECT count(*) FROM named)`
    : countRows(filter, most, sql`${namesEmployer(employer.words)} ${rest}`)
  const both = sql`${countRows(filter, most, sql`${known} ${rest}`)} + ${named}`
  return most === everyOne ? both : sql`least(${most}::bigint, ${both})`
}

function countRows(filter: DonationFilter, most: number, conditions: Sql): Sql {
  const counted = sql`donations d WHERE d.counted ${ofOrganizations(filter)} ${conditions}`
  if (most === everyOne) return sql`(SELECT count(*) FROM ${counted})`
  // The usual limit is part of the text: a kept plan has to know how far it goes.
  const limit = most === donations.countedAtMost + 1 ? sql.raw(String(most)) : sql`${most}`
  return sql`(SELECT count(*) FROM (SELECT FROM ${counted} LIMIT ${limit}) AS counted)`
}

/** How many there are, where the summaries know it. */
export async function findSummarizedTotal(db: Db, filter: DonationFilter): Promise<number | null> {
  if (!isSummarized(filter)) return null
  const { rows } = await sql(totalRow)`SELECT ${countInSummary(filter)} AS total`.execute(db)
  return rows[0]?.total ?? 0
}
