import type { Ask, Facts, Scenario } from '../scenario.ts'

const path = (facts: Facts, from: string, to: string): string =>
  `/api/organization/${facts.organizationId}/statistics?from=${from}&to=${to}&report=by_status`

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
