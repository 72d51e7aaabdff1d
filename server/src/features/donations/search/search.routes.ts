import { search, toUnits } from '@twofold/contract'
import { readInTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Directory } from '../../core/companies/index.ts'
import { donorsMatching, matchesOf } from './search.queries.ts'

const matchNumber = /^#?(\d{1,15})$/

export const searchRoutes = (directory: Directory): ServedRoute[] => [
  serve(search.findAnything, async ({ platform, tenant, query: { q } }) => {
    const number = matchNumber.exec(q)?.[1]
    const isLong = q.length >= search.minSearchLength
    const companies = isLong ? await findCompanies(directory, q) : []
    const { database } = platform
    const donors = isLong ? await readInTenant(database, tenant, donorsMatching(tenant, q)) : []
    const id = number === undefined ? null : Number(number)
    const matches =
      id === null && donors.length === 0 ? [] : await readInTenant(database, tenant, matchesOf(tenant, { id, donors }))
    return {
      donors,
      matches: matches.map(({ amount_cents, ...match }) => ({ ...match, amount: toUnits(amount_cents) })),
      companies,
    }
  }),
]

async function findCompanies(directory: Directory, words: string): Promise<search.SearchResults['companies']> {
  const { index } = await directory.current()
  const hits = index.search(words, { limit: search.maxSearchResults * 3 })
  const best = new Map(hits.toReversed().map((hit) => [hit.companyId, hit]))
  return hits
    .filter((hit) => best.get(hit.companyId) === hit)
    .slice(0, search.maxSearchResults)
    .map(({ companyId, companyName, name }) => ({
      id: companyId,
      name: companyName,
      // Part of the name, such as "Lanternhill" of "Lanternhill Bank", but not "GOOG" of "Google".
      also: ` ${companyName} `.toLowerCase().includes(` ${name} `.toLowerCase()) ? '' : name,
    }))
}
