import type { Scenario } from '../scenario.ts'

const typed = ['mic', 'micros', 'Microsoft', 'boe', 'gener', 'Goog', 'johnson', 'bank of', 'Microsfot', 'zzzz']

export const companySearch: Scenario = {
  name: 'company search',
  paths: () => typed.map((text) => `/search/company-name/${encodeURIComponent(text)}?exclude=false&other=true`),
  minimal: async (ask, _facts, place) => {
    const text = typed[place] ?? ''
    const { rows } = await ask(
      `SELECT c.id, c.name, hit.name AS hit FROM (
         SELECT id AS company_id, name FROM companies UNION ALL SELECT company_id, name FROM company_aliases) hit
       JOIN companies c ON c.id = hit.company_id
       WHERE hit.name ILIKE '%' || $1 || '%' OR similarity(hit.name, $1) > 0.3
       ORDER BY lower(hit.name) = lower($1) DESC, hit.name ILIKE $1 || '%' DESC, similarity(hit.name, $1) DESC LIMIT 10`,
      [text],
    )
    return { names: rows }
  },
}
