import type { Scenario } from '../scenario.ts'

const typed = ['rosa', 'okafor', 'lopez 123', 'sam', 'donor777']

export const commandMenu: Scenario = {
  name: 'command menu',
  paths: (facts) =>
    typed.map((words) => `/api/organization/${facts.organizationId}/search?q=${encodeURIComponent(words)}`),
  minimal: async (ask, facts, place) => {
    const { rows } = await ask(
      `SELECT id, name, email FROM donors WHERE organization_id = $1 AND lower(name) >= $2 AND lower(name) < $2 || '~'
       ORDER BY lower(name) LIMIT 5`,
      [facts.organizationId, typed[place]],
    )
    return { donors: rows }
  },
}
