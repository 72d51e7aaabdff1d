/** Null without `?in=12`, 'unknown' if it is not a number. */
export function organizationInLink(search: URLSearchParams): number | 'unknown' | null {
  const value = search.get('in')
  if (value === null) return null
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 'unknown'
}

export function withoutOrganizationParam(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete('in')
  return rest
}

export function withOrganizationParam(search: URLSearchParams, id: number): URLSearchParams {
  const updated = new URLSearchParams(search)
  updated.set('in', String(id))
  return updated
}

/** `refused`: the server refused this organization, for example because it was erased in the meantime. */
export function linkStatus(
  linkedId: number | 'unknown' | null,
  canOpen: (id: number) => boolean,
  refused: number | null,
): 'none' | 'open' | 'foreign' {
  if (linkedId === null) return 'none'
  return linkedId === 'unknown' || linkedId === refused || !canOpen(linkedId) ? 'foreign' : 'open'
}
