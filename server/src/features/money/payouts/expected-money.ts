import { type Currency, type expectedMoney, toUnits } from '@twofold/contract'
import { lateAfterDays, type PaymentTimes, paymentTimes } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { listPoliciesOn } from '../../core/companies/index.ts'
import {
  type AwaitedMoneyRow,
  listAwaitedMoney,
  listCompanyNames,
  listPaymentDelays,
  type PaidRow,
  sumPaid,
} from './expected.queries.ts'

const dayMs = 86_400_000
const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10)

type CompanyInfo = { readonly name: string; readonly platform: string | null; readonly email: string | null }
type PaymentHistory = {
  readonly companies: ReadonlyMap<number, CompanyInfo>
  readonly ofCompany: (companyId: number | null) => PaymentTimes
  readonly ofPlatform: (platform: string | null) => PaymentTimes
}

const receivedForDays = 365

/** `today` is the organization's current day. */
export async function sumExpectedMoney(db: Db, tenant: Tenant, today: string) {
  const receivedSince = dayBefore(today, receivedForDays)
  const awaiting = await listAwaitedMoney(db, tenant)
  const paid = await sumPaid(db, tenant, receivedSince)
  const history = await loadPaymentHistory(db, tenant, today, [...awaiting, ...paid])
  const lateAfter = (companyId: number | null): number => getLateAfterDays(history, companyId)
  const groupingInput = { awaiting, paid, today, lateAfter }
  return {
    since: receivedSince,
    companies: groupsOf(groupingInput, (companyId) => String(companyId ?? '')).map(
      ({ companyIds: [companyId = null], ...group }): expectedMoney.CompanyExpectation => {
        const company = companyId === null ? undefined : history.companies.get(companyId)
        return {
          ...group,
          company: companyId === null ? null : { id: companyId, name: company?.name ?? '' },
          platform: company?.platform ?? null,
          median_days: history.ofCompany(companyId).median,
          late_after_days: lateAfter(companyId),
        }
      },
    ),
    platforms: groupsOf(groupingInput, (companyId) => platformOf(history, companyId) ?? '').map(
      ({ companyIds, ...group }): expectedMoney.PlatformExpectation => {
        const platform = platformOf(history, companyIds[0] ?? null)
        return { ...group, platform, median_days: history.ofPlatform(platform).median }
      },
    ),
  }
}

type DebtorQuery = { readonly companyId: number; readonly scope: 'company' | 'platform' }

export async function findDebtors(db: Db, tenant: Tenant, { companyId, scope }: DebtorQuery, today: string) {
  const awaiting = scope === 'platform' ? await listAwaitedMoney(db, tenant) : []
  const history = await loadPaymentHistory(db, tenant, today, [{ company_id: companyId }, ...awaiting])
  const company = history.companies.get(companyId)
  if (!company) return null
  const platformCompanyIds = awaiting.flatMap(({ company_id }) =>
    company_id !== null && company.platform !== null && platformOf(history, company_id) === company.platform
      ? company_id
      : [],
  )
  const debtors = [...new Set([companyId, ...platformCompanyIds])].map((id) => {
    const lateAfterDays = getLateAfterDays(history, id)
    return { companyId: id, lateAfterDays, before: dayBefore(today, lateAfterDays) }
  })
  return { ...company, debtors }
}

const platformOf = ({ companies }: PaymentHistory, companyId: number | null): string | null =>
  companyId === null ? null : (companies.get(companyId)?.platform ?? null)

const getLateAfterDays = (history: PaymentHistory, companyId: number | null): number =>
  lateAfterDays(history.ofCompany(companyId), history.ofPlatform(platformOf(history, companyId)))

async function loadPaymentHistory(
  db: Db,
  tenant: Tenant,
  today: string,
  rows: readonly { readonly company_id: number | null }[],
): Promise<PaymentHistory> {
  const delays = await listPaymentDelays(db, tenant)
  const ids = [...new Set([...rows, ...delays].flatMap(({ company_id }) => company_id ?? []))]
  const policies = await listPoliciesOn(db, ids, today)
  const names = await listCompanyNames(db, ids)
  const companies = new Map(
    [...names].map(([id, name]): [number, CompanyInfo] => {
      const policy = policies.get(id)
      return [id, { name, platform: policy?.platform?.name ?? null, email: policy?.contactEmail ?? null }]
    }),
  )
  const createTimesLookup = (keyOf: (companyId: number) => number | string | null) => {
    const delaysByKey = Map.groupBy(delays, ({ company_id }) => keyOf(company_id))
    const times = new Map(
      [...delaysByKey].map(([key, groupRows]) => [key, paymentTimes(groupRows.flatMap(({ days }) => days ?? []))]),
    )
    return (key: number | string | null): PaymentTimes => times.get(key) ?? paymentTimes([])
  }
  const byPlatform = createTimesLookup((id) => companies.get(id)?.platform ?? null)
  return {
    companies,
    ofCompany: createTimesLookup((id) => id),
    // Companies without a platform have no common payment times.
    ofPlatform: (platform) => (platform === null ? paymentTimes([]) : byPlatform(platform)),
  }
}

type GroupingInput = {
  readonly awaiting: readonly AwaitedMoneyRow[]
  readonly paid: readonly PaidRow[]
  readonly today: string
  readonly lateAfter: (companyId: number | null) => number
}

function groupsOf({ awaiting, paid, today, lateAfter }: GroupingInput, keyOf: (companyId: number | null) => string) {
  const groupKey = (row: { readonly company_id: number | null; readonly currency: Currency }) =>
    `${row.currency} ${keyOf(row.company_id)}`
  const awaitingByKey = Map.groupBy(awaiting, groupKey)
  const paidByKey = Map.groupBy(paid, groupKey)
  return [...new Set([...awaitingByKey.keys(), ...paidByKey.keys()])]
    .map((key) => {
      const [openRows, receivedRows] = [awaitingByKey.get(key) ?? [], paidByKey.get(key) ?? []]
      const overdueRows = openRows.filter(({ company_id, since }) => since < dayBefore(today, lateAfter(company_id)))
      return {
        companyIds: [...openRows, ...receivedRows].map(({ company_id }) => company_id),
        currency: (openRows[0] ?? receivedRows[0])?.currency ?? 'USD',
        expected: amountOf(openRows),
        oldest: openRows.map(({ since }) => since).toSorted()[0] ?? null,
        overdue: amountOf(overdueRows),
        received: amountOf(receivedRows),
      }
    })
    .toSorted(
      (one, other) =>
        other.overdue.sum - one.overdue.sum ||
        other.overdue.matches - one.overdue.matches ||
        other.expected.sum - one.expected.sum,
    )
}

const amountOf = (rows: readonly { readonly matches: number; readonly cents: number }[]) => ({
  matches: rows.reduce((sum, { matches }) => sum + matches, 0),
  sum: toUnits(rows.reduce((sum, { cents }) => sum + cents, 0)),
})
