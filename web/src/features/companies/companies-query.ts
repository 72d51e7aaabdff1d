export const perPage = 50

/** The list's state in the address; what is no page number there is page 1. */
export function companiesQueryOf(params: URLSearchParams): { search: string; page: number } {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
