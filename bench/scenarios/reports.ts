import type { Scenario } from '../scenario.ts'

const filters = { dateFrom: '2025-01-01', dateTo: '2025-12-31' }

/** What the gifts of a year come to, by month: one pass over a third of them. */
export const reportSums: Scenario = {
  name: 'sums of a report',
  paths: (facts) => [`/api/organization/${facts.organizationId}/reports/sums`],
  sends: { method: 'POST', body: () => ({ filters, by: 'month' }) },
  minimal: async (ask, facts) => {
    const { rows } = await ask(
      `SELECT date_trunc('month', donated_at) AS month, currency, count(*) AS gifts, sum(amount_cents) AS cents,
         sum(estimated_cents) AS matched FROM donations
       WHERE organization_id = $1 AND counted AND donated_at >= '2025-01-01' AND donated_at < '2026-01-01'
       GROUP BY 1, 2 ORDER BY 1`,
      [facts.organizationId],
    )
    return { groups: rows }
  },
  connections: [1],
}
