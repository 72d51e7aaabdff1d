import type { Call } from './caller.ts'
import type { BenchFacts } from './database.ts'

export type RunStatement = (text: string, values?: readonly unknown[]) => Promise<readonly unknown[]>

/** A call to the product and the equivalent work in the minimal server. `turn` counts the calls. */
export type Query = {
  readonly scenario: 'lists' | 'detail' | 'statistics' | 'status'
  readonly name: string
  readonly call: (facts: BenchFacts, turn: number) => Call
  readonly minimal: (ask: RunStatement, facts: BenchFacts, turn: number) => Promise<unknown>
  readonly grows?: boolean
}

export const listCall = (
  { organizationId }: Pick<BenchFacts, 'organizationId'>,
  query: Readonly<Record<string, string | number>>,
): Call => ({
  path: `/api/organization/${organizationId}/donation?${new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  )}`,
})

const rows = `SELECT d.id, d.transaction_id, d.donated_at, d.amount_cents, d.currency, d.estimated_cents, d.status_id, d.donor_id,
    p.name AS donor_name, p.email, d.company_id, c.name AS company_name, d.employer_text, d.organization_id,
    o.name AS organization_name, d.custom, d.inert, d.silenced
  FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id
  WHERE d.organization_id = $1`
const newest = 'ORDER BY d.donated_at DESC, d.id DESC LIMIT 50'
const count = 'SELECT count(*) FROM donations d WHERE d.organization_id = $1 AND d.counted'
const sum = 'SELECT sum(gifts) FROM donation_months WHERE organization_id = $1'
const contacted = 'd.status_id IN (25, 5, 6, 7, 8)'

type Filter = {
  readonly query: Readonly<Record<string, string | number>>
  readonly where?: string
  readonly value?: string | number
  readonly count?: string
}

const list = (name: string, filterOf: (facts: BenchFacts, turn: number) => Filter, grows = false): Query => ({
  scenario: 'lists',
  name,
  grows,
  call: (facts, turn) => listCall(facts, { per_page: 50, ...filterOf(facts, turn).query }),
  minimal: async (ask, facts, turn) => {
    const filter = filterOf(facts, turn)
    const values = [facts.organizationId, ...(filter.value === undefined ? [] : [filter.value])]
    const where = filter.where ? `AND ${filter.where}` : ''
    const [donations, total] = await Promise.all([
      ask(`${rows} AND d.counted ${where} ${newest}`, values),
      filter.count ? ask(filter.count, [facts.organizationId]) : ask(`${count} ${where}`, values),
    ])
    return { donations, total }
  },
})

const donors = ['Lopez 1234', 'donor777@', 'okafor 288', 'rosa hall 29']
const ninetyDays = { 'filters[dateFrom]': '2025-10-02', 'filters[dateTo]': '2025-12-31' }

const lists: readonly Query[] = [
  list('first page', () => ({ query: {}, count: sum })),
  list('page 100', () => ({
    query: { page: 100 },
    where: `d.id IN (SELECT id FROM donations WHERE organization_id = $1 AND counted
      ORDER BY donated_at DESC, id DESC OFFSET 4950 LIMIT 50)`,
    count: sum,
  })),
  list('90 days', () => ({
    query: ninetyDays,
    where: `d.donated_at >= '2025-10-02' AND d.donated_at < '2026-01-01'`,
    count: `SELECT sum(gifts) FROM donation_days WHERE organization_id = $1 AND day >= '2025-10-02' AND day < '2026-01-01'`,
  })),
  list('by status', () => ({ query: { 'filters[status]': 'donor_contacted' }, where: contacted })),
  list(
    'by company',
    ({ company }) => ({
      query: { 'filters[companyName]': company.name },
      where: 'd.company_id = $2',
      value: company.id,
    }),
    true,
  ),
  list(
    'by donor',
    (_, turn) => {
      const words = donors[turn % donors.length] ?? ''
      return {
        query: { 'filters[donorNameEmail]': words },
        where: 'd.donor_id IN (SELECT id FROM donors WHERE organization_id = $1 AND search_text LIKE $2)',
        value: `%${words.toLowerCase()}%`,
      }
    },
    true,
  ),
  list(
    'four filters',
    ({ company }) => ({
      query: {
        'filters[status]': 'donor_contacted',
        'filters[companyName]': company.name,
        'filters[minAmount]': 50,
        'filters[dateFrom]': '2025-01-01',
        'filters[dateTo]': '2025-12-31',
      },
      where: `${contacted} AND d.company_id = $2 AND d.amount_cents >= 5000 AND d.donated_at >= '2025-01-01'
        AND d.donated_at < '2026-01-01'`,
      value: company.id,
    }),
    true,
  ),
]

const detail: Query = {
  scenario: 'detail',
  name: 'a match',
  call: ({ donationIds }, turn) => ({ path: `/api/donation/${donationIds[turn % donationIds.length]}` }),
  minimal: async (ask, { organizationId, donationIds }, turn) => {
    const values = [organizationId, donationIds[turn % donationIds.length]]
    const of = (table: string) =>
      ask(`SELECT * FROM ${table} WHERE organization_id = $1 AND donation_id = $2 ORDER BY id LIMIT 200`, values)
    return Promise.all([
      ask(`${rows} AND d.id = $2`, values),
      of('evaluations'),
      of('donation_events'),
      of('notifications'),
    ])
  },
}

const statistics = (name: string, path: string, sql: string): Query => ({
  scenario: 'statistics',
  name,
  call: ({ organizationId }) => ({ path: `/api/organization/${organizationId}/statistics${path}` }),
  minimal: (ask, { organizationId }) => ask(sql, [organizationId]),
})
const sums = (by: string, table: string, where = ''): string =>
  `SELECT ${by}, currency, sum(gifts) AS gifts, sum(amount_cents) AS cents, sum(estimated_cents) AS matched FROM ${table}
   WHERE organization_id = $1 ${where} GROUP BY ${by}, currency`
const year = "AND month >= '2025-01-01' AND month < '2026-01-01'"
const ofYear = 'from=2025-01-01&to=2025-12-31'
const allTime = 'from=2000-01-01&to=2200-01-01'

/** Restores after every match has been canceled once. */
const status: Query = {
  scenario: 'status',
  name: 'change of status',
  call: ({ changedIds }, turn) => ({
    path: '/api/donation/confirm',
    method: 'POST',
    body: {
      donation_ids: [changedIds[turn % changedIds.length]],
      status: Math.floor(turn / changedIds.length) % 2 ? 'restored' : 'no-charge',
    },
  }),
  // Starts at the end, to skip matches that the product has changed.
  minimal: (ask, { organizationId, changedIds }, turn) =>
    ask(
      `WITH changed AS (UPDATE donations SET status_id = CASE status_id WHEN 13 THEN coalesce(previous_status_id, 4) ELSE 13 END,
         previous_status_id = status_id, status_changed_at = now(), version = version + 1
       WHERE organization_id = $1 AND id = $2 RETURNING organization_id, id, status_id, previous_status_id, version)
     INSERT INTO donation_events (organization_id, donation_id, action, from_status_id, to_status_id, reason_code, changes, why,
       at, actor, version)
     SELECT organization_id, id, 'no_charge', previous_status_id, status_id, '', '[]', '', now(), 'user', version FROM changed
     RETURNING donation_id`,
      [organizationId, changedIds.at(-1 - (turn % changedIds.length))],
    ),
}

export const queries: readonly Query[] = [
  ...lists,
  detail,
  statistics('a year', `?${ofYear}&report=by_status`, sums('status_id', 'donation_months', year)),
  statistics('all time', `?${allTime}&report=by_status`, sums('status_id', 'donation_months')),
  statistics('all time by month', `?${allTime}&report=by_month`, sums('month, status_id', 'donation_months')),
  statistics(
    'a year by company',
    '/breakdown?by=company&from=2025-01&to=2025-12',
    `${sums('company_id', 'donation_company_months', year)} ORDER BY matched DESC LIMIT 50`,
  ),
  statistics('dashboard', '/standing', sums('status_id', 'donation_months', 'AND status_id IN (1, 3, 4)')),
  status,
]
