import { z } from 'zod'
import { type Database, type Db, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { type Sql, type Statement, sql } from '../../../platform/database/sql.ts'
import { isUnanswered } from '../../email/notifications/index.ts'
import { selectMatchesDue } from '../../matches/deadlines/index.ts'

/** Null means no condition; both days are inclusive. */
export type DonationFilter = {
  readonly organizationIds: readonly number[]
  readonly statusIds: readonly number[] | null
  readonly from: string | null
  readonly to: string | null
  readonly minCents: number | null
  readonly employer: { readonly companyIds: readonly number[]; readonly words: string } | null
  readonly donorSearch: string | null
  readonly facts: FactFilter
}

/** Each has an index. A missing key means no condition. */
export type FactFilter = {
  readonly paymentStates?: readonly string[]
  readonly campaign?: string
  readonly campaignKnown?: boolean
  readonly campaignId?: number
  readonly deadline?: { readonly from: Date; readonly to: Date }
  readonly employerKnown?: boolean
  readonly minEstimatedCents?: number
  readonly requested?: { readonly step: 'submitted' | 'paid'; readonly since: string }
  /** The donor opened an email before this time and did not act. */
  readonly unansweredSince?: Date
  readonly importId?: number
  readonly donorId?: number
  readonly companyId?: number
  readonly cents?: { readonly from: number | null; readonly to: number | null }
  readonly donor?: Readonly<Partial<Record<DonorColumn, string>>>
  readonly withoutInert?: true
  /** No other filter finds these. */
  readonly unconfirmed?: true
}

export type DonorColumn = 'name' | 'email' | 'city' | 'state'

export const hasFacts = ({ facts }: DonationFilter): boolean => Object.keys(facts).length > 0

/** They contain organization, status, and day. */
export const isSummarized = (filter: DonationFilter): boolean =>
  filter.minCents === null && filter.employer === null && filter.donorSearch === null && !hasFacts(filter)

/** 'many' are too many to list. Null means any donor. */
export type FoundDonors = readonly number[] | 'many' | null

const foundDonors = z.object({ ids: z.array(z.int()).nullable() })
// Up to here, looking up donors by id is faster than a check per gift.
const namedAtMost = 20_000

export async function findDonors(db: Db, filter: DonationFilter): Promise<FoundDonors> {
  if (filter.donorSearch === null) return null
  return donorsHolding(filter).value(db, 'ids', 'many')
}

export async function readDonors(database: Database, tenant: Tenant, filter: DonationFilter): Promise<FoundDonors> {
  if (filter.donorSearch === null) return null
  const [row] = await readInTenant(database, tenant, donorsHolding(filter))
  return row?.ids ?? 'many'
}

const donorsHolding = ({ organizationIds, donorSearch }: DonationFilter): Statement<z.infer<typeof foundDonors>> =>
  sql.prepared(foundDonors)`
    SELECT CASE WHEN count(*) <= ${namedAtMost} THEN coalesce(array_agg(DISTINCT found.id), '{}') END AS ids
    FROM unnest(${[...organizationIds]}::bigint[]) AS o (id),
      LATERAL some_donors_matching(o.id, ${donorSearch}, ${namedAtMost} + 1) AS found (id)`

export const isListed = ({ facts }: Pick<DonationFilter, 'facts'>): Sql =>
  facts.unconfirmed ? sql`d.unconfirmed AND d.deleted_at IS NULL` : sql`d.counted`

export function ofOrganizations({ organizationIds }: DonationFilter): Sql {
  const [first] = organizationIds
  // A plain comparison, so the planner knows the organization's size and reads its index in order.
  if (organizationIds.length === 1) return sql`AND d.organization_id = ${first}::bigint`
  return sql`AND d.organization_id = ANY (${[...organizationIds]}::bigint[])`
}

/** A time range, unlike a comparison of days, can use an index. */
export function inDays({ from, to }: Pick<DonationFilter, 'from' | 'to'>): Sql {
  const start = from === null ? sql`` : sql`AND d.donated_at >= ${from}::timestamp`
  const end = to === null ? sql`` : sql`AND d.donated_at < ${to}::timestamp + interval '1 day'`
  return sql`${start} ${end}`
}

export function inDayRange({ from, before }: { readonly from: string | null; readonly before: string | null }): Sql {
  const start = from === null ? sql`` : sql`AND d.donated_at >= ${from}::timestamp`
  const end = before === null ? sql`` : sql`AND d.donated_at < ${before}::timestamp`
  return sql`${start} ${end}`
}

export function hasStatus({ statusIds }: DonationFilter): Sql {
  return statusIds === null ? sql`` : sql`AND d.status_id = ANY (${[...statusIds]}::smallint[])`
}

export function hasMinAmount({ minCents }: DonationFilter): Sql {
  return minCents === null ? sql`` : sql`AND d.amount_cents >= ${minCents}`
}

/** Same as `some_donors_matching`. A subselect normalizes the text once instead of for each donor. */
const searchMatches = (text: string | null): Sql => sql`q.search_text LIKE
  (SELECT '%' || replace(replace(replace(search_form(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')`

export function isOfDonors({ organizationIds, donorSearch }: DonationFilter, donors: FoundDonors): Sql {
  if (donors === null) return sql``
  if (donors !== 'many') return sql`AND d.donor_id = ANY (${[...donors]}::bigint[])`
  // IS TRUE keeps this a lookup. A join would be planned for few donors.
  return sql`AND (d.donor_id IN (SELECT coalesce(q.merged_into_id, q.id) FROM donors q
    WHERE q.organization_id = ANY (${[...organizationIds]}::bigint[]) AND ${searchMatches(donorSearch)})) IS TRUE`
}

/** Checks the donor of each of a few gifts instead of collecting all donors. */
export function isOfDonorsPerRow(filter: DonationFilter, donors: FoundDonors): Sql {
  if (donors !== 'many') return isOfDonors(filter, donors)
  const holding = (is: Sql): Sql => sql`SELECT FROM donors q
    WHERE q.organization_id = d.organization_id AND ${is} = d.donor_id AND ${searchMatches(filter.donorSearch)}`
  return sql`AND EXISTS (SELECT FROM (${holding(sql`q.id`)} UNION ALL ${holding(sql`q.merged_into_id`)}) AS held OFFSET 0)`
}

export function matchesFacts({ organizationIds, facts }: DonationFilter): Sql {
  const { paymentStates, campaign, campaignKnown, campaignId, deadline, employerKnown, minEstimatedCents } = facts
  const { requested, importId, donorId, companyId } = facts
  const conditions: Sql[] = []
  // For the planner: the index excludes payment state 'none', and is separate for unconfirmed requests.
  const confirmed = facts.unconfirmed ? sql`` : sql`AND NOT d.unconfirmed`
  if (paymentStates !== undefined) {
    conditions.push(
      sql`${confirmed} AND d.payment_state <> 'none' AND d.payment_state = ANY (${[...paymentStates]}::text[])`,
    )
  }
  if (campaign !== undefined) conditions.push(sql`AND d.campaign_key = lower(${campaign})`)
  if (campaignKnown !== undefined) {
    conditions.push(campaignKnown ? sql`AND d.campaign_key IS NOT NULL` : sql`AND d.campaign_key IS NULL`)
  }
  if (campaignId !== undefined) conditions.push(sql`AND d.campaign_id = ${campaignId}`)
  if (deadline !== undefined) {
    const nearby = selectMatchesDue({
      organization: sql`f.organization_id`,
      from: sql`${deadline.from}::timestamptz`,
      before: sql`${deadline.to}::timestamptz`,
    })
    conditions.push(sql`AND (d.organization_id, d.id) IN (SELECT t.organization_id, t.id
      FROM unnest(${[...organizationIds]}::bigint[]) AS f (organization_id), LATERAL (${nearby}) t)`)
  }
  if (employerKnown !== undefined) {
    conditions.push(employerKnown ? sql`AND d.company_id IS NOT NULL` : sql`AND d.company_id IS NULL`)
  }
  if (minEstimatedCents !== undefined) {
    conditions.push(sql`AND d.estimated_cents > 0 AND d.estimated_cents >= ${minEstimatedCents}`)
  }
  if (requested !== undefined) {
    conditions.push(sql`${confirmed} AND d.submitted_on IS NOT NULL`)
    conditions.push(
      requested.step === 'submitted'
        ? sql`AND d.submitted_on >= ${requested.since}::date`
        : sql`AND d.received_at >= ${requested.since}::timestamptz`,
    )
  }
  if (facts.unansweredSince !== undefined) conditions.push(sql`AND ${isUnanswered(facts.unansweredSince)}`)
  if (importId !== undefined) conditions.push(sql`AND d.import_id = ${importId}`)
  if (donorId !== undefined) conditions.push(sql`AND d.donor_id = ${donorId}`)
  if (companyId !== undefined) conditions.push(sql`AND d.company_id = ${companyId}`)
  if (facts.cents) conditions.push(withinCents(facts.cents))
  if (facts.donor) conditions.push(ofDonorsHolding(facts.donor))
  if (facts.withoutInert) conditions.push(sql`AND NOT d.inert`)
  return sql.join(conditions, sql` `)
}

const withinCents = ({ from, to }: NonNullable<FactFilter['cents']>): Sql =>
  sql.join(
    [
      ...(from === null ? [] : [sql`AND d.amount_cents >= ${from}`]),
      ...(to === null ? [] : [sql`AND d.amount_cents <= ${to}`]),
    ],
    sql` `,
  )

/** Ignores case and accents, like the donor search. */
function ofDonorsHolding(held: NonNullable<FactFilter['donor']>): Sql {
  const conditions = Object.entries(held).map(
    ([column, words]) => sql`AND position(search_form(${words}) IN search_form(q.${sql.ref(column)})) > 0`,
  )
  return sql`AND EXISTS (SELECT FROM donors q
    WHERE q.organization_id = d.organization_id AND q.id = d.donor_id ${sql.join(conditions, sql` `)})`
}

export function namesEmployer(text: string): Sql {
  return sql`AND d.company_id IS NULL AND d.employer_text <> '' AND d.employer_text ILIKE ${toLikePattern(text)}`
}

export const toLikePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

export function ofEmployer({ employer }: DonationFilter): Sql {
  if (employer === null) return sql``
  return sql`AND (d.company_id = ANY (${[...employer.companyIds]}::bigint[]) OR (true ${namesEmployer(employer.words)}))`
}

export const matchesFilter = (filter: DonationFilter, donors: FoundDonors): Sql => sql`${isListed(filter)}
  ${ofOrganizations(filter)} ${hasStatus(filter)} ${inDays(filter)} ${hasMinAmount(filter)} ${isOfDonors(filter, donors)}
  ${ofEmployer(filter)} ${matchesFacts(filter)}`
