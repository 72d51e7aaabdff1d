import { type Sql, sql } from '../../../platform/database/sql.ts'
import { between, inScope, type SummaryScope, summaryRows } from './summaries.queries.ts'
import { type DayRange, dayAfter, monthBefore, splitMonths, splitRange } from './summary-ranges.ts'

export const precomputedGroupings = ['company', 'campaign', 'month', 'chapter', 'status'] as const
export type PrecomputedGrouping = (typeof precomputedGroupings)[number]

/** Null is no condition; `none` means gifts without a value. */
export type PrecomputedScope = SummaryScope & {
  readonly companies: readonly number[] | 'known' | 'none' | null
  readonly campaign: string | null
}

export type PrecomputedSums = {
  /** `key` is text; '' without a grouping; company 0 and campaign '' mean none. One row for each key and currency. */
  readonly rows: Sql
  readonly whole: DayRange
  readonly days: readonly DayRange[]
}

const fourSums = sql`amount_cents, estimated_cents, received_cents, paid`
const submittedOfStatus = sql`submitted_part(status_id, gifts) AS submitted_gifts, submitted_part(status_id, estimated_cents) AS submitted_cents`
const summed = sql`sum(gifts) AS gifts, sum(submitted_gifts) AS submitted_gifts, sum(paid) AS received_gifts, sum(amount_cents) AS given_cents,
  sum(estimated_cents) AS estimated_cents, sum(submitted_cents) AS submitted_cents, sum(received_cents) AS received_cents`

const noKey = sql`''`

/** Null for unsupported filters: company and campaign have separate sums, and neither has days. */
export function precomputedSums(scope: PrecomputedScope, by: PrecomputedGrouping | null): PrecomputedSums | null {
  const isOfCompanies = by === 'company' || scope.companies !== null
  const isOfCampaigns = by === 'campaign' || scope.campaign !== null
  if (isOfCompanies && isOfCampaigns) return null
  if (!isOfCompanies && !isOfCampaigns) {
    const rest = sql`currency, gifts, ${submittedOfStatus}, ${fourSums}`
    const { ofMonth, ofDay, text } = keyOf(by)
    return {
      rows: groupedSums(text, summaryRows(scope, sql`${ofMonth} AS key, ${rest}`, sql`${ofDay} AS key, ${rest}`)),
      whole: daysOf(scope),
      days: [],
    }
  }
  const { months: whole, days } = splitRange(scope.from, scope.to)
  if (whole === null) return null
  const rows = isOfCompanies ? companyRows(scope, by, whole) : campaignRows(scope, by, whole)
  return { rows: groupedSums(keyOf(by).text, rows), whole, days }
}

const groupedSums = (text: Sql, rows: Sql): Sql => sql`
  SELECT ${text} AS key, currency, ${summed} FROM (${rows}) AS kept GROUP BY kept.key, currency HAVING sum(gifts) <> 0`

function keyOf(by: PrecomputedGrouping | null): { readonly ofMonth: Sql; readonly ofDay: Sql; readonly text: Sql } {
  switch (by) {
    case 'company':
      return { ofMonth: sql`company_id`, ofDay: sql`company_id`, text: sql`kept.key::text` }
    case 'campaign':
      return { ofMonth: sql`campaign_key`, ofDay: sql`campaign_key`, text: sql`kept.key` }
    case 'month':
      return {
        ofMonth: sql`month`,
        ofDay: sql`date_trunc('month', day)::date`,
        text: sql`to_char(kept.key, 'YYYY-MM')`,
      }
    case 'chapter':
      return { ofMonth: sql`organization_id`, ofDay: sql`organization_id`, text: sql`kept.key::text` }
    case 'status':
      return { ofMonth: sql`status_id`, ofDay: sql`status_id`, text: sql`kept.key::text` }
    case null:
      return { ofMonth: noKey, ofDay: noKey, text: sql`kept.key` }
  }
}

const daysOf = ({ from, to }: SummaryScope): DayRange => ({ from, before: to && dayAfter(to) })

/** Without status if possible, and yearly unless grouped by month. */
function companyRows(scope: PrecomputedScope, by: PrecomputedGrouping | null, whole: DayRange): Sql {
  const { ofMonth, ofDay } = keyOf(by)
  const isInScope = sql`${inScope(scope)} ${isOfCompaniesIn(scope)}`
  const deltas = deltasOf(sql`${ofDay} AS key`, isInScope, whole)
  if (scope.statusIds !== null || by === 'status') {
    return sql`SELECT ${ofMonth} AS key, currency, gifts, ${submittedOfStatus}, ${fourSums} FROM donation_companies
      WHERE ${isInScope} ${between(sql`month`, whole)} UNION ALL ${deltas}`
  }
  const columns = sql`${ofMonth} AS key, currency, gifts, submitted_gifts, submitted_cents, ${fourSums}`
  const { years, months } =
    by === 'month'
      ? { years: null, months: [whole] }
      : splitMonths(whole.from?.slice(0, 7) ?? null, whole.before && monthBefore(whole.before))
  const parts = months.map(
    (range) => sql`SELECT ${columns} FROM donation_company_months WHERE ${isInScope} ${between(sql`month`, range)}`,
  )
  if (years)
    parts.push(sql`SELECT ${columns} FROM donation_company_years WHERE ${isInScope} ${between(sql`year`, years)}`)
  return sql.join([...parts, deltas], sql` UNION ALL `)
}

function campaignRows(scope: PrecomputedScope, by: PrecomputedGrouping | null, whole: DayRange): Sql {
  const { ofMonth, ofDay } = keyOf(by)
  const { campaign } = scope
  const isInScope = sql`${inScope(scope)} ${campaign === null ? sql`` : sql`AND campaign_key = lower(${campaign})`}`
  return sql`SELECT ${ofMonth} AS key, currency, gifts, ${submittedOfStatus}, ${fourSums} FROM donation_campaigns
    WHERE ${isInScope} ${between(sql`month`, whole)} UNION ALL ${deltasOf(sql`${ofDay} AS key`, isInScope, whole)}`
}

const deltasOf = (key: Sql, condition: Sql, whole: DayRange): Sql => sql`
  SELECT ${key}, currency, gifts, ${submittedOfStatus}, ${fourSums} FROM donation_deltas WHERE ${condition} ${between(sql`day`, whole)}`

function isOfCompaniesIn({ companies }: PrecomputedScope): Sql {
  if (companies === null) return sql``
  if (companies === 'known') return sql`AND company_id <> 0`
  if (companies === 'none') return sql`AND company_id = 0`
  return sql`AND company_id = ANY (${[...companies]}::bigint[])`
}
