import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { donations } from '@twofold/contract'
import { call } from '../../api/call.ts'
import { answerKey, freshMs } from '../../api/use-call.ts'
import type { listQueryOf } from './list-state.ts'

export type FoundPage = UseQueryResult<donations.DonationList, Error>

/**
 * A page of the list. Where filters hold so few gifts that the server answers what it has found so far, it is asked to look on
 * until the page is full or all were looked at; what is known meanwhile is shown.
 */
export function useFoundPage(
  organizationId: number,
  query: ReturnType<typeof listQueryOf>,
  enabled: boolean,
): FoundPage {
  const cache = useQueryClient()
  const params = { id: organizationId }
  const queryKey = answerKey(donations.listDonations, { params, query })
  return useQuery<donations.DonationList, Error>({
    queryKey,
    queryFn: ({ signal }) =>
      findWhole(
        (after) => call(donations.listDonations, { params, query: { ...query, ...(after ? { after } : {}) } }, signal),
        (found) => {
          // Nothing is taken off the screen that an earlier question has found.
          const shown = cache.getQueryData<donations.DonationList>(queryKey)
          if (shown === undefined || shown.go_on !== null) cache.setQueryData(queryKey, found)
        },
      ),
    enabled,
    // What was left in the middle, by another filter or screen, is no whole answer to come back to.
    staleTime: ({ state }) => (state.data && state.data.go_on !== null ? 0 : freshMs),
    placeholderData: keepPreviousData,
  })
}

/** Asks on until nothing is left to look at for the page; what is not whole yet is shown. */
export async function findWhole(
  ask: (after?: string) => Promise<donations.DonationList>,
  show: (found: donations.DonationList) => void,
): Promise<donations.DonationList> {
  let found = await ask()
  while (found.go_on !== null) {
    show(found)
    const more = await ask(found.go_on)
    found = { ...more, donations: [...found.donations, ...more.donations] }
  }
  return found
}
