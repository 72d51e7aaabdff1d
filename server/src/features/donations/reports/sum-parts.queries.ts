import { campaigns, type reports } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import {
  type PrecomputedGrouping,
  type PrecomputedScope,
  precomputedGroupings,
  precomputedSums,
} from '../../matches/sums/index.ts'
import {
  type DonationFilter,
  type FactFilter,
  type FoundDonors,
  inDayRange,
  matchesFilter,
  namesEmployer,
} from '../filters/index.ts'
import { type Group, groups, noEmployerKey } from './groupings.queries.ts'

type By = reports.Grouping | undefined

/** `label` is null if the key implies it. */
export type SumParts = { readonly rows: Sql; readonly arePrecomputed: boolean }

/** Stored sums, plus gifts that they do not cover. Without suitable sums, all gifts that are found. */
export const selectSumParts = (filter: DonationFilter, donors: FoundDonors, by: By): SumParts =>
  precomputedParts(filter, by) ?? { rows: giftRows(groupOf(by), matchesFilter(filter, donors)), arePrecomputed: false }

const submittedIds = [...campaigns.campaignStageStatuses.received, ...campaigns.campaignStageStatuses.with_company]

const totalGroup: Pick<Group, 'key' | 'words' | 'joins'> = { key: sql`''`, words: sql`NULL::text`, joins: sql`` }
const groupOf = (by: By): typeof totalGroup => (by ? groups[by] : totalGroup)
const knownCompany: typeof totalGroup = { ...totalGroup, key: sql`coalesce(d.company_id::text, ${noEmployerKey})` }

function giftRows({ key, words, joins }: typeof totalGroup, condition: Sql): Sql {
  const isSubmitted = sql`d.status_id = ANY (${submittedIds}::smallint[])`
  return sql`SELECT ${key} AS key, ${words} AS label, d.currency, count(*) AS gifts,
      count(*) FILTER (WHERE ${isSubmitted}) AS submitted_gifts,
      count(*) FILTER (WHERE d.received_cents <> 0) AS received_gifts,
      sum(d.amount_cents) AS given_cents, sum(d.estimated_cents) AS estimated_cents,
      coalesce(sum(d.estimated_cents) FILTER (WHERE ${isSubmitted}), 0) AS submitted_cents,
      sum(d.received_cents) AS received_cents
    FROM donations d ${joins} WHERE ${condition} GROUP BY 1, d.currency`
}

const sums = [
  'gifts',
  'submitted_gifts',
  'received_gifts',
  'given_cents',
  'estimated_cents',
  'submitted_cents',
  'received_cents',
].map((name) => sql.ref(name))
const addedSums = sql.join(sums)
const subtractedSums = sql.join(sums.map((sum) => sql`-${sum}`))

function precomputedParts(filter: DonationFilter, by: By): SumParts | null {
  const scope = scopeOf(filter)
  if (scope === null || !isPrecomputedGrouping(by)) return null
  const precomputed = precomputedSums(scope, by ?? null)
  if (precomputed === null) return null
  const key = by === 'company' ? sql`CASE WHEN key = '0' THEN ${noEmployerKey} ELSE key END` : sql`key`
  const rows = [
    sql`SELECT ${key} AS key, NULL::text AS label, currency, ${addedSums} FROM (${precomputed.rows}) AS held`,
  ]
  const { employer, facts } = filter
  const ofAnyDay = { ...filter, from: null, to: null }
  for (const range of precomputed.days)
    rows.push(giftRows(groupOf(by), sql`${matchesFilter(ofAnyDay, null)} ${inDayRange(range)}`))
  const ofAnyEmployer = { ...ofAnyDay, employer: null }
  const inSums = (of: FactFilter): Sql =>
    sql`${matchesFilter({ ...ofAnyEmployer, facts: of }, null)} ${inDayRange(precomputed.whole)}`
  // The stored sums include external matches. There are few.
  const { withoutInert, ...others } = facts
  if (withoutInert) {
    const ofCompanies = employer ? sql`AND d.company_id = ANY (${[...employer.companyIds]}::bigint[])` : sql``
    const group = by === 'company' ? knownCompany : groupOf(by)
    const inert = giftRows(group, sql`${inSums(others)} ${ofCompanies} AND d.inert`)
    rows.push(sql`SELECT key, label, currency, ${subtractedSums} FROM (${inert}) AS inert`)
  }
  // The stored sums contain unknown employers without their names.
  if (employer) rows.push(giftRows(groupOf(by), sql`${inSums(facts)} ${namesEmployer(employer.words)}`))
  else if (by === 'company' && (scope.companies === null || scope.companies === 'none')) {
    const unknown = giftRows(groupOf(by), sql`${inSums(facts)} AND d.company_id IS NULL AND d.employer_text <> ''`)
    rows.push(sql`SELECT CASE WHEN way.sign > 0 THEN key ELSE ${noEmployerKey} END, CASE WHEN way.sign > 0 THEN label END, currency,
        ${sql.join(sums.map((sum) => sql`way.sign * ${sum}`))}
      FROM (${unknown}) AS named CROSS JOIN (VALUES (1), (-1)) AS way (sign)`)
  }
  return { rows: sql.join(rows, sql` UNION ALL `), arePrecomputed: true }
}

const precomputedNames: readonly string[] = precomputedGroupings
const isPrecomputedGrouping = (by: By): by is PrecomputedGrouping | undefined =>
  by === undefined || precomputedNames.includes(by)

const precomputedFacts: readonly string[] = [
  'companyId',
  'employerKnown',
  'campaign',
  'withoutInert',
] satisfies (keyof FactFilter)[]

function scopeOf({
  organizationIds,
  statusIds,
  from,
  to,
  minCents,
  employer,
  donorSearch,
  facts,
}: DonationFilter): PrecomputedScope | null {
  const { companyId, employerKnown, campaign } = facts
  const companyFilters = [
    employer?.companyIds,
    companyId && [companyId],
    employerKnown !== undefined && knownOrNot(employerKnown),
  ]
  const companies = companyFilters.filter((one) => one !== undefined && one !== 0 && one !== false)
  const isPrecomputed =
    minCents === null && donorSearch === null && Object.keys(facts).every((name) => precomputedFacts.includes(name))
  if (!isPrecomputed || companies.length > 1) return null
  return { organizationIds, statusIds, from, to, companies: companies[0] ?? null, campaign: campaign ?? null }
}

const knownOrNot = (isKnown: boolean): 'known' | 'none' => (isKnown ? 'known' : 'none')
