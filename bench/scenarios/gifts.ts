import type { Scenario } from '../scenario.ts'

/** A gift that a customer's own program hands over: found to be new, given a donor and judged, and in the list at once. */
export const oneGift: Scenario = {
  name: 'a gift by the API',
  paths: (facts) => [`/api/organization/${facts.organizationId}/donation`],
  sends: () => ({
    method: 'POST',
    body: (turn) => {
      const key = `${Date.now()}-${turn}`
      return {
        donor_name: `Sent ${turn}`,
        donor_email: `sent${key}@mail.example`,
        amount: 20 + (turn % 200),
        donated_at: '2025-06-15',
        transaction_id: key,
      }
    },
  }),
  minimal: async (ask, facts) => {
    const key = `${Date.now()}-${Math.random()}`
    const { rows } = await ask(
      `WITH donor AS (INSERT INTO donors (organization_id, donor_key, email, name) VALUES ($1, $2, $2, 'Sent') RETURNING id)
       INSERT INTO donations (organization_id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency, status_id,
         status_changed_at, created_at)
       SELECT $1, md5($2)::uuid, $2, id, '2025-06-15', 5000, 'USD', 23, now(), now() FROM donor RETURNING id`,
      [facts.organizationId, key],
    )
    return rows
  },
}
