import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { stateOfCompanies } from '../statistics/index.ts'
import type { DonationFilter } from './filter.queries.ts'

/**
 * How many gifts of an employer were found, and in which state of the database. Whoever turns pages asks for the same number, and
 * counting takes longer than reading a page; the database itself says with each page whether its state is still that one.
 */
export type Counted = { readonly state: string; readonly known: number }

const rememberedAtMost = 1_000
/** The state of more takes as long to read as counting does. */
const companiesAtMost = 20

const remembered = new WeakMap<Database, Map<string, Counted>>()

export type Memory = { readonly last: Counted | null; readonly keep: (counted: Counted) => void }

/** What is remembered of a filter by an employer and what an index of its gifts holds; `most` is how far it was counted. */
export function memoryOf(database: Database, filter: DonationFilter, most: number): Memory | null {
  const { employer, organizationIds, statusIds, from, to, minCents } = filter
  if (employer === null || employer.companyIds.length > companiesAtMost) return null
  const numbers = remembered.get(database) ?? new Map<string, Counted>()
  remembered.set(database, numbers)
  const key = JSON.stringify([organizationIds, employer.companyIds, statusIds, from, to, minCents, most])
  return {
    last: numbers.get(key) ?? null,
    keep: (counted) => {
      // Whoever was asked for last is forgotten last.
      numbers.delete(key)
      numbers.set(key, counted)
      const [oldest] = numbers.keys()
      if (numbers.size > rememberedAtMost && oldest !== undefined) numbers.delete(oldest)
    },
  }
}

/** `counted_before`: the state, and the number of it, which is counted by `count` only where the state is another one. */
export const countUnlessKnown = ({ employer, ...filter }: DonationFilter, last: Counted | null, count: Sql): Sql => sql`
  counted_before AS MATERIALIZED (
    SELECT now.state, CASE WHEN now.state = ${last?.state ?? null}::text THEN ${last?.known ?? null}::bigint ELSE ${count} END AS known
    FROM (SELECT ${stateOfCompanies(filter, employer?.companyIds ?? [])} AS state OFFSET 0) AS now)`
