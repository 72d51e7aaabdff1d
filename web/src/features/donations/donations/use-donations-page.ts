import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { donations } from '@twofold/contract'
import { call } from '../../../api/client.ts'
import { freshMs, queryKeyOf } from '../../../api/use-api.ts'
import type { listQueryOf } from './list-state.ts'

export type DonationsPageQuery = UseQueryResult<donations.DonationList, Error>

/** The previous page stays visible while the next one loads. */
export function useDonationsPage(
  organizationId: number,
  query: ReturnType<typeof listQueryOf>,
  enabled: boolean,
): DonationsPageQuery {
  const input = { params: { id: organizationId }, query }
  return useQuery<donations.DonationList, Error>({
    queryKey: queryKeyOf(donations.listDonations, input),
    queryFn: ({ signal }) => call(donations.listDonations, input, signal),
    enabled,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
}
