import { companies, toUnits } from '@twofold/contract'
import { acrossOrganizations, inProduct } from '../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { listCompanyRows } from './companies.queries.ts'
import type { Directory } from './directory.ts'
import { keepRate, listKeptRates, lookAgainAtExchanged } from './exchange-rates.queries.ts'

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
      const other = { name: `Other: “${text}”`, company: null, company_id: null }
      return { names: query.other ? [...hits, other] : hits }
    }),

    serve(companies.listCompanies, async ({ platform, query }) => {
      const offset = (query.page - 1) * query.per_page
      const { rows, total } = await inProduct(
        platform.database,
        (db) => listCompanyRows(db, query.search, query.per_page, offset),
        { readOnly: true },
      )
      return {
        total,
        companies: rows.map(({ min_amount_cents, max_per_year_cents, ...row }) => ({
          ...row,
          min_amount: min_amount_cents === null ? null : toUnits(min_amount_cents),
          max_amount: max_per_year_cents === null ? null : toUnits(max_per_year_cents),
        })),
      }
    }),

    serve(companies.listExchangeRates, async ({ platform }) => ({
      exchange_rates: await inProduct(platform.database, listKeptRates, { readOnly: true }),
    })),

    serve(companies.keepExchangeRate, async ({ platform, body, caller }) =>
      acrossOrganizations(platform.database, async (db) => {
        const now = platform.clock()
        await keepRate(db, body, caller.user.id, now)
        await lookAgainAtExchanged(db, now)
        return { exchange_rates: await listKeptRates(db) }
      }),
    ),
  ]
}
