import { policyLevelIds } from '@twofold/matching'

export const perPage = 50

type Level = (typeof policyLevelIds)[number]
export type Known = Level | 'all'
const knownIds: readonly Known[] = ['all', ...policyLevelIds]

export const knownOf = (text: string | null): Known | undefined => knownIds.find((known) => known === text)

export type CompaniesQuery = {
  search: string
  page: number
  known: Known | undefined
}

export function companiesQueryOf(params: URLSearchParams): CompaniesQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    known: knownOf(params.get('known')),
  }
}

export const shownOf = ({ known, search }: Pick<CompaniesQuery, 'known' | 'search'>): Known =>
  known ?? (search === '' ? 'rules' : 'all')

export const levelOf = (shown: Known): Level | undefined => (shown === 'all' ? undefined : shown)
