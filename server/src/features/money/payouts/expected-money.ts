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

type Place = { readonly name: string; readonly platform: string | null; readonly email: string | null }
type Known = {
  readonly places: ReadonlyMap<number, Place>
  readonly ofCompany: (companyId: number | null) => PaymentTimes
  readonly ofPlatform: (platform: string | null) => PaymentTimes
}

const receivedForDays = 365

/** `today` is the organization's current day. */
export async function sumExpectedMoney(db: Db, tenant: Tenant, today: string) {
  const since = dayBefore(today, receivedForDays)
  const awaiting = await listAwaitedMoney(db, tenant)
  const paid = await sumPaid(db, tenant, since)
  const known = await knownOf(db, tenant, today, [...awaiting, ...paid])
  const lateAfter = (companyId: number | null): number => lateAfterOf(known, companyId)
  const given = { awaiting, paid, today, lateAfter }
  return {
    since,
    companies: groupsOf(given, (companyId) => String(companyId ?? '')).map(
      ({ companyIds: [companyId = null], ...group }): expectedMoney.CompanyExpectation => {
        const place = companyId === null ? undefined : known.places.get(companyId)
        return {
          ...group,
          company: companyId === null ? null : { id: companyId, name: place?.name ?? '' },
          platform: place?.platform ?? null,
          median_days: known.ofCompany(companyId).median,
          late_after_days: lateAfter(companyId),
        }
      },
    ),
    platforms: groupsOf(given, (companyId) => platformOf(known, companyId) ?? '').map(
      ({ companyIds, ...group }): expectedMoney.PlatformExpectation => {
        const platform = platformOf(known, companyIds[0] ?? null)
        return { ...group, platform, median_days: known.ofPlatform(platform).median }
      },
    ),
  }
}

type Asked = { readonly companyId: number; readonly of: 'company' | 'platform' }

export async function findDebtors(db: Db, tenant: Tenant, { companyId, of }: Asked, today: string) {
  const awaiting = of === 'platform' ? await listAwaitedMoney(db, tenant) : []
  const known = await knownOf(db, tenant, today, [{ company_id: companyId }, ...awaiting])
  const place = known.places.get(companyId)
  if (!place) return null
  const others = awaiting.flatMap(({ company_id }) =>
    company_id !== null && place.platform !== null && platformOf(known, company_id) === place.platform
      ? company_id
      : [],
  )
  const debtors = [...new Set([companyId, ...others])].map((id) => {
    const lateAfterDays = lateAfterOf(known, id)
    return { companyId: id, lateAfterDays, before: dayBefore(today, lateAfterDays) }
  })
  return { ...place, debtors }
}

const platformOf = ({ places }: Known, companyId: number | null): string | null =>
  companyId === null ? null : (places.get(companyId)?.platform ?? null)

const lateAfterOf = (known: Known, companyId: number | null): number =>
  lateAfterDays(known.ofCompany(companyId), known.ofPlatform(platformOf(known, companyId)))

async function knownOf(
  db: Db,
  tenant: Tenant,
  today: string,
  rows: readonly { readonly company_id: number | null }[],
): Promise<Known> {
  const waits = await listPaymentDelays(db, tenant)
  const ids = [...new Set([...rows, ...waits].flatMap(({ company_id }) => company_id ?? []))]
  const policies = await listPoliciesOn(db, ids, today)
  const names = await listCompanyNames(db, ids)
  const places = new Map(
    [...names].map(([id, name]): [number, Place] => {
      const policy = policies.get(id)
      return [id, { name, platform: policy?.platform?.name ?? null, email: policy?.contactEmail ?? null }]
    }),
  )
  const timesBy = (keyOf: (companyId: number) => number | string | null) => {
    const groups = Map.groupBy(waits, ({ company_id }) => keyOf(company_id))
    const times = new Map([...groups].map(([key, held]) => [key, paymentTimes(held.flatMap(({ days }) => days ?? []))]))
    return (key: number | string | null): PaymentTimes => times.get(key) ?? paymentTimes([])
  }
  const byPlatform = timesBy((id) => places.get(id)?.platform ?? null)
  return {
    places,
    ofCompany: timesBy((id) => id),
    // Companies without a platform have no common payment times.
    ofPlatform: (platform) => (platform === null ? paymentTimes([]) : byPlatform(platform)),
  }
}

type Given = {
  readonly awaiting: readonly AwaitedMoneyRow[]
  readonly paid: readonly PaidRow[]
  readonly today: string
  readonly lateAfter: (companyId: number | null) => number
}

function groupsOf({ awaiting, paid, today, lateAfter }: Given, keyOf: (companyId: number | null) => string) {
  const groupKey = (row: { readonly company_id: number | null; readonly currency: Currency }) =>
    `${row.currency} ${keyOf(row.company_id)}`
  const owed = Map.groupBy(awaiting, groupKey)
  const came = Map.groupBy(paid, groupKey)
  return [...new Set([...owed.keys(), ...came.keys()])]
    .map((key) => {
      const [open, received] = [owed.get(key) ?? [], came.get(key) ?? []]
      const overdue = open.filter(({ company_id, since }) => since < dayBefore(today, lateAfter(company_id)))
      return {
        companyIds: [...open, ...received].map(({ company_id }) => company_id),
        currency: (open[0] ?? received[0])?.currency ?? 'USD',
        expected: amountOf(open),
        oldest: open.map(({ since }) => since).toSorted()[0] ?? null,
        overdue: amountOf(overdue),
        received: amountOf(received),
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
