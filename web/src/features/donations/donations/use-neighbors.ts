import type { donations } from '@twofold/contract'
import type { ListState, listQueryOf } from './list-state.ts'
import { useDonationsPage } from './use-donations-page.ts'

/** `page` is set if the match is on another page of the list. */
export type Neighbor = { readonly id: number; readonly page?: number }

type List = {
  readonly organizationId: number
  readonly rows: readonly donations.Donation[]
  readonly total: number
  readonly isExact: boolean
  readonly state: ListState
  readonly query: ReturnType<typeof listQueryOf>
}

/** Prefetches the adjacent page at the end of a page. Null if the open match is not in the list. */
export function useNeighbors(
  id: number | null,
  { organizationId, rows, total, isExact, state, query }: List,
): { readonly previous: Neighbor | undefined; readonly next: Neighbor | undefined } | null {
  const at = rows.findIndex((row) => row.id === id)
  const isLast = at >= 0 && at === rows.length - 1 && (state.page * state.size < total || !isExact)
  const isFirst = at === 0 && state.page > 1
  const page = state.page + (isLast ? 1 : -1)
  const { data, isPlaceholderData } = useDonationsPage(organizationId, { ...query, page }, isLast || isFirst)
  const adjacentPage = isPlaceholderData ? undefined : data?.donations
  if (at < 0) return null
  const onThisPage = (row: donations.Donation | undefined): Neighbor | undefined => row && { id: row.id }
  const onAdjacentPage = (row: donations.Donation | undefined): Neighbor | undefined => row && { id: row.id, page }
  return {
    previous: isFirst && !isLast ? onAdjacentPage(adjacentPage?.at(-1)) : onThisPage(rows[at - 1]),
    next: isLast ? onAdjacentPage(adjacentPage?.[0]) : onThisPage(rows[at + 1]),
  }
}
