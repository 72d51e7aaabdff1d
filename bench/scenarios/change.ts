import type { Scenario } from '../scenario.ts'

/** One gift is given another amount: the rules judge it again, and history, summary and the way back are written. */
export const change: Scenario = {
  name: 'change of a match',
  paths: (facts) => facts.donationIds.map((id) => `/api/donation/${id}`),
  sends: { method: 'PUT', body: (turn) => ({ amount: 20 + (turn % 200) }) },
  minimal: async (ask, facts, place) => {
    const { rows } = await ask(
      `WITH changed AS (UPDATE donations SET amount_cents = 2000 + (amount_cents + 100) % 20000, version = version + 1
         WHERE organization_id = $1 AND id = $2 RETURNING organization_id, id, status_id, version)
       INSERT INTO donation_events (organization_id, donation_id, action, from_status_id, to_status_id, reason_code, changes, why,
         at, actor, version)
       SELECT organization_id, id, 'edit', status_id, status_id, '', '[]', '', now(), 'user', version FROM changed
       RETURNING donation_id`,
      [facts.organizationId, facts.donationIds[place]],
    )
    return rows
  },
}
