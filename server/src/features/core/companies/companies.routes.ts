import { companies } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { dayOf } from '../../../platform/runtime/clock.ts'
import { listCompanyNames, listPoliciesOn } from './companies.queries.ts'
import type { Directory } from './directory.ts'
import { listExchangeRates } from './exchange-rates.queries.ts'
import { presentCompany } from './present-company.ts'

const namesAtMost = 10
const shortestText = 3

export function companyRoutes(directory: Directory): ServedRoute[] {
  return [
    serve(companies.searchCompanyNames, async ({ params, query }) => {
      const text = params.text.trim()
      if (text.length < shortestText) return { names: [] }
      const { index, hasProgram } = await directory.current()
      const hits = index
        .search(text, { limit: query.exclude ? namesAtMost * 3 : namesAtMost })
        .filter((hit) => !query.exclude || hasProgram(hit.companyId))
        .slice(0, namesAtMost)
        .map((hit) => ({
          name: hit.name,
          company: { id: hit.companyId, name: hit.companyName },
          company_id: hit.companyId,
        }))
      const other = { name: `Other: ${quoted(text)}`, company: null, company_id: null }
      return { names: query.other ? [...hits, other] : hits }
    }),

    serve(companies.listCompanies, async ({ platform, query: { search, level, page, per_page } }) => {
      const { idsOfLevel } = await directory.current()
      const among = level ? idsOfLevel(level) : null
      const first = [...idsOfLevel('rules'), ...idsOfLevel('program')]
      return withoutTenant(readOnly(platform.database), async (db) => {
        const place = { limit: per_page, offset: (page - 1) * per_page }
        const { rows, total } = await listCompanyNames(db, { search, among, first }, place)
        const ids = rows.map(({ id }) => id)
        const policies = await listPoliciesOn(db, ids, dayOf(platform.clock()))
        return { total, companies: rows.map((row) => presentCompany(row, policies.get(row.id) ?? null)) }
      })
    }),

    serve(companies.listExchangeRates, async ({ platform }) => ({
      exchange_rates: await withoutTenant(readOnly(platform.database), listExchangeRates),
    })),
  ]
}
