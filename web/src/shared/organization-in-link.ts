/** Null without `?in=12`, 'unknown' if it is not a number. */
export function organizationInLink(search: URLSearchParams): number | 'unknown' | null {
  const named = search.get('in')
  if (named === null) return null
  return /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 'unknown'
}

export function withoutOrganizationParam(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete('in')
  return rest
}

export function withOrganizationParam(search: URLSearchParams, id: number): URLSearchParams {
  const more = new URLSearchParams(search)
  more.set('in', String(id))
  return more
}

/** `refused`: the server refused this organization, for example because it was erased in the meantime. */
export function linkStatus(
  named: number | 'unknown' | null,
  mayOpen: (id: number) => boolean,
  refused: number | null,
): 'none' | 'open' | 'foreign' {
  if (named === null) return 'none'
  return named === 'unknown' || named === refused || !mayOpen(named) ? 'foreign' : 'open'
}
