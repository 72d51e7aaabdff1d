import { rowColumns, rowJoins, type Scenario } from '../scenario.ts'

const filters = { date_from: '2025-01-01', date_to: '2025-12-31' }

/** What the gifts of a year come to, by month: one pass over a third of them. */
export const reportSums: Scenario = {
  name: 'sums of a report',
  paths: (facts) => [`/api/organization/${facts.organizationId}/reports/sums`],
  sends: () => ({ method: 'POST', body: () => ({ filters, by: 'month' }) }),
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

/** The first rows of a report while it is made: the gifts of a year from $25 on that employers were asked about. */
export const reportPreview: Scenario = {
  name: 'preview of a report',
  paths: (facts) => [`/api/organization/${facts.organizationId}/reports/preview`],
  sends: () => ({
    method: 'POST',
    body: () => ({
      columns: { 'donations.id': '', donated_at: '', amount: '', 'users.name': '', 'companies.name': '', matched: '' },
      filters: { ...filters, amount: '>=25', status: 'donor_contacted' },
    }),
  }),
  minimal: async (ask, facts) => {
    const { rows } = await ask(
      `SELECT ${rowColumns} FROM donations d ${rowJoins}
       WHERE d.organization_id = $1 AND d.counted AND d.donated_at >= '2025-01-01' AND d.donated_at < '2026-01-01'
         AND d.amount_cents >= 2500 AND d.status_id IN (25, 5, 6, 7, 8) ORDER BY d.donated_at DESC, d.id DESC LIMIT 21`,
      [facts.organizationId],
    )
    return { rows }
  },
}
