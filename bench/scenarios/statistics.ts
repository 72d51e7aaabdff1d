import type { Ask, Facts, Scenario } from '../scenario.ts'

const path = (facts: Facts, from: string, to: string, report = 'by_status'): string =>
  `/api/organization/${facts.organizationId}/statistics?from=${from}&to=${to}&report=${report}`

const sums = async (ask: Ask, facts: Facts, where = ''): Promise<unknown> => {
  const { rows } = await ask(
    `SELECT status_id, currency, sum(gifts) AS gifts, sum(amount_cents) AS cents FROM donation_months
     WHERE organization_id = $1 ${where} GROUP BY status_id, currency`,
    [facts.organizationId],
  )
  return { by_status: rows }
}

export const statisticsOfYear: Scenario = {
  name: 'statistics, a year',
  paths: (facts) => [path(facts, '2025-01-01', '2025-12-31')],
  minimal: (ask, facts) => sums(ask, facts, "AND month >= '2025-01-01' AND month < '2026-01-01'"),
}

export const statisticsOfAllTime: Scenario = {
  name: 'statistics, all time',
  paths: (facts) => [path(facts, '2000-01-01', '2200-01-01')],
  minimal: (ask, facts) => sums(ask, facts),
}

export const statisticsByMonth: Scenario = {
  name: 'statistics by month, all time',
  paths: (facts) => [path(facts, '2000-01-01', '2200-01-01', 'by_month')],
  minimal: async (ask, facts) => {
    const { rows } = await ask(
      `SELECT month, status_id, currency, sum(gifts) AS gifts, sum(amount_cents) AS cents, sum(estimated_cents) AS matched
       FROM donation_months WHERE organization_id = $1 GROUP BY month, status_id, currency ORDER BY month`,
      [facts.organizationId],
    )
    return { by_month: rows }
  },
}

export const statisticsFunnel: Scenario = {
  name: 'statistics funnel, a year',
  paths: (facts) => [path(facts, '2025-01-01', '2025-12-31', 'funnel')],
  minimal: (ask, facts) => sums(ask, facts, "AND month >= '2025-01-01' AND month < '2026-01-01'"),
}

export const standing: Scenario = {
  name: 'summary of the dashboard',
  paths: (facts) => [`/api/organization/${facts.organizationId}/statistics/standing`],
  minimal: async (ask, facts) => {
    const [held, deadlines] = await Promise.all([
      sums(ask, facts, 'AND status_id IN (1, 3, 4)'),
      ask(
        `SELECT d.id, p.name, d.employer_text, d.deadline_at, d.estimated_cents FROM donations d
         JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
         WHERE d.organization_id = $1 AND d.counted AND NOT d.inert AND d.status_id IN (3, 5, 6, 7, 8, 25, 28)
           AND d.deadline_at >= now() ORDER BY d.deadline_at LIMIT 5`,
        [facts.organizationId],
      ),
    ])
    return { held, deadlines: deadlines.rows }
  },
}

const dimension = (by: string, table: string, key: string): Scenario => ({
  name: `statistics by ${by}, a year`,
  paths: (facts) => [`/api/organization/${facts.organizationId}/statistics/breakdown?by=${by}&from=2025-01&to=2025-12`],
  minimal: async (ask, facts) => {
    const { rows } = await ask(
      `SELECT ${key} AS key, currency, sum(gifts) AS gifts, sum(amount_cents) AS cents, sum(estimated_cents) AS matched,
         sum(received_cents) AS received FROM ${table}
       WHERE organization_id = $1 AND month >= '2025-01-01' AND month < '2026-01-01'
       GROUP BY 1, 2 ORDER BY matched DESC LIMIT 50`,
      [facts.organizationId],
    )
    return { parts: rows }
  },
})

export const statisticsByCompany = dimension('company', 'donation_company_months', 'company_id')
export const statisticsByCampaign = dimension('campaign', 'donation_campaigns', 'campaign_key')
