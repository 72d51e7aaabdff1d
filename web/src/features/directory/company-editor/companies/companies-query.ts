import { policyLevelIds } from '@twofold/matching'

export const perPage = 25

type Level = (typeof policyLevelIds)[number]
export type PolicyFilter = Level | 'all'
const policyFilters: readonly PolicyFilter[] = ['all', ...policyLevelIds]

export const policyFilterOf = (text: string | null): PolicyFilter | undefined =>
  policyFilters.find((filter) => filter === text)

export type CompaniesQuery = {
  search: string
  page: number
  policyFilter: PolicyFilter | undefined
}

export function companiesQueryOf(params: URLSearchParams): CompaniesQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    policyFilter: policyFilterOf(params.get('known')),
  }
}

export const shownFilterOf = ({
  policyFilter,
  search,
}: Pick<CompaniesQuery, 'policyFilter' | 'search'>): PolicyFilter => policyFilter ?? (search === '' ? 'rules' : 'all')

export const levelOf = (filter: PolicyFilter): Level | undefined => (filter === 'all' ? undefined : filter)
