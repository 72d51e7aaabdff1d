/** What a link that names its organization (`?in=12`) asks for: null where it names none, 'unknown' where that is no number. */
export function organizationNamed(search: URLSearchParams): number | 'unknown' | null {
  const named = search.get('in')
  if (named === null) return null
  return /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 'unknown'
}

/** The address without the organization that it named. */
export function withoutOrganization(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete('in')
  return rest
}

export function withOrganization(search: URLSearchParams, id: number): URLSearchParams {
  const more = new URLSearchParams(search)
  more.set('in', String(id))
  return more
}

/**
 * What becomes of a link about an organization: it is worked in, or the link is foreign, where the person cannot open it.
 * `refused`: the one of which the server said so, as of one that was erased after this tab asked whose it is.
 */
export function linkStands(
  named: number | 'unknown' | null,
  mayOpen: (id: number) => boolean,
  refused: number | null,
): 'none' | 'open' | 'foreign' {
  if (named === null) return 'none'
  return named === 'unknown' || named === refused || !mayOpen(named) ? 'foreign' : 'open'
}
