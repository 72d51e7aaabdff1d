import { type Ask, type Facts, listPath, newestFirst, rowColumns, rowJoins, type Scenario } from '../scenario.ts'

const total = 'SELECT sum(gifts) AS total FROM donation_months WHERE organization_id = $1'
const rows = `SELECT ${rowColumns} FROM donations d ${rowJoins} WHERE d.organization_id = $1 AND d.counted`
const contacted = '(25, 5, 6, 7, 8)'

async function page(
  ask: Ask,
  facts: Facts,
  [text, ...values]: readonly [string, ...unknown[]],
  count = total,
  ...more: unknown[]
) {
  const [found, counted] = await Promise.all([
    ask(text, [facts.organizationId, ...values]),
    ask(count, [facts.organizationId, ...more]),
  ])
  return { donations: found.rows, total: counted.rows[0] }
}

export const firstPage: Scenario = {
  name: 'list, first page',
  paths: (facts) => [listPath(facts, { page: 1, per_page: 50 })],
  minimal: (ask, facts) => page(ask, facts, [`${rows} ${newestFirst} LIMIT 50`]),
}

export const lastNinetyDays: Scenario = {
  name: 'list, 90 days',
  paths: (facts) => [listPath(facts, { 'filters[dateFrom]': '2025-10-02', 'filters[dateTo]': '2025-12-31' })],
  minimal: (ask, facts) => {
    const days = `donated_at >= '2025-10-02' AND donated_at < '2026-01-01'`
    return page(
      ask,
      facts,
      [`${rows} AND d.${days.replace('AND ', 'AND d.')} ${newestFirst} LIMIT 50`],
      `SELECT sum(gifts) AS total FROM donation_days WHERE organization_id = $1 AND day >= '2025-10-02' AND day < '2026-01-01'`,
    )
  },
}

/** Counted off in the index alone; counted off in the rows it takes four times as long. */
const countedOff = (offset: number): string => `${rows} AND d.id IN (
    SELECT id FROM donations WHERE organization_id = $1 AND counted ORDER BY donated_at DESC, id DESC OFFSET ${offset} LIMIT 50)
  ${newestFirst}`

export const page1001: Scenario = {
  name: 'list, page 1,001',
  paths: (facts) => [listPath(facts, { page: 1_001, per_page: 50 })],
  minimal: (ask, facts) => page(ask, facts, [countedOff(50_000)]),
}

export const deepPage: Scenario = {
  name: 'list, page 2,000',
  paths: (facts) => [listPath(facts, { page: 2_000, per_page: 50 })],
  minimal: (ask, facts) => page(ask, facts, [countedOff(99_950)]),
}

export const deepestPage: Scenario = {
  name: 'list, page 19,000',
  paths: (facts) => [listPath(facts, { page: 19_000, per_page: 50 })],
  minimal: (ask, facts) => page(ask, facts, [countedOff(949_950)]),
  connections: [1],
}

export const byStatus: Scenario = {
  name: 'list by status',
  paths: (facts) => [listPath(facts, { 'filters[status]': 'donor_contacted' })],
  minimal: (ask, facts) =>
    page(
      ask,
      facts,
      [`${rows} AND d.status_id IN ${contacted} ${newestFirst} LIMIT 50`],
      `${total} AND status_id IN ${contacted}`,
    ),
}

export const byCompany: Scenario = {
  name: 'list by company',
  paths: (facts) => [listPath(facts, { 'filters[companyName]': facts.company.name })],
  minimal: (ask, facts) =>
    page(
      ask,
      facts,
      [`${rows} AND d.company_id = $2 ${newestFirst} LIMIT 50`, facts.company.id],
      'SELECT count(*) FROM donations WHERE organization_id = $1 AND counted AND company_id = $2',
      facts.company.id,
    ),
}

const donors = ['Lopez 12345', 'donor777@', 'okafor 2888', 'mail.example', 'rosa hall 29']

export const byDonor: Scenario = {
  name: 'list by donor',
  paths: (facts) =>
    donors
      .filter((words) => words !== 'mail.example')
      .map((words) => listPath(facts, { 'filters[donorNameEmail]': words })),
  minimal: (ask, facts, place) => {
    const words = `%${donors.filter((each) => each !== 'mail.example')[place]?.toLowerCase()}%`
    const found = 'd.donor_id IN (SELECT id FROM donors WHERE organization_id = $1 AND search_text LIKE $2)'
    return page(
      ask,
      facts,
      [`${rows} AND ${found} ${newestFirst} LIMIT 50`, words],
      `SELECT count(*) FROM donations d WHERE d.organization_id = $1 AND d.counted AND ${found}`,
      words,
    )
  },
}

/** A word that every donor holds: the dearest filter there is. */
export const anyWord: Scenario = {
  name: 'list, any word',
  paths: (facts) => [listPath(facts, { 'filters[donorNameEmail]': 'a' })],
  minimal: (ask, facts) => {
    const found = `EXISTS (SELECT FROM donors q WHERE q.organization_id = d.organization_id AND q.id = d.donor_id
      AND q.search_text LIKE $2)`
    const all = `SELECT count(*) FROM donations d WHERE d.organization_id = $1 AND d.counted AND ${found}`
    return page(ask, facts, [`${rows} AND ${found} ${newestFirst} LIMIT 50`, '%a%'], all, '%a%')
  },
  connections: [1],
}

export const combined: Scenario = {
  name: 'list, four filters',
  paths: (facts) => [
    listPath(facts, {
      'filters[status]': 'donor_contacted',
      'filters[companyName]': facts.company.name,
      'filters[minAmount]': 50,
      'filters[dateFrom]': '2025-01-01',
      'filters[dateTo]': '2025-12-31',
    }),
  ],
  minimal: (ask, facts) => {
    const where = `d.status_id IN ${contacted} AND d.company_id = $2 AND d.amount_cents >= 5000
      AND d.donated_at >= '2025-01-01' AND d.donated_at < '2026-01-01'`
    return page(
      ask,
      facts,
      [`${rows} AND ${where} ${newestFirst} LIMIT 50`, facts.company.id],
      `SELECT count(*) FROM donations d WHERE d.organization_id = $1 AND d.counted AND ${where}`,
      facts.company.id,
    )
  },
}
