import { policyLevelIds } from '@twofold/matching'

export const perPage = 50

export type CompaniesQuery = {
  search: string
  page: number
  level: (typeof policyLevelIds)[number] | undefined
}

/** Returns the list's state in the address. An invalid page becomes 1, an invalid level means all. */
export function companiesQueryOf(params: URLSearchParams): CompaniesQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    level: policyLevelIds.find((level) => level === params.get('known')),
  }
}
