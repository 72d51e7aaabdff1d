import { rowColumns, rowJoins, type Scenario } from '../scenario.ts'

export const detail: Scenario = {
  name: 'detail',
  paths: (facts) => facts.donationIds.map((id) => `/api/donation/${id}`),
  minimal: async (ask, facts, place) => {
    const values = [facts.organizationId, facts.donationIds[place]]
    const of = (table: string) =>
      ask(`SELECT * FROM ${table} WHERE organization_id = $1 AND donation_id = $2 ORDER BY id LIMIT 200`, values)
    const [donation, evaluations, events, mails] = await Promise.all([
      ask(`SELECT ${rowColumns} FROM donations d ${rowJoins} WHERE d.organization_id = $1 AND d.id = $2`, values),
      of('evaluations'),
      of('donation_events'),
      of('notifications'),
    ])
    return { ...donation.rows[0], evaluations: evaluations.rows, events: events.rows, mails: mails.rows }
  },
}
