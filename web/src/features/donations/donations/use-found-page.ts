import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { donations } from '@twofold/contract'
import { call } from '../../../api/call.ts'
import { answerKey, freshMs } from '../../../api/use-call.ts'
import type { listQueryOf } from './list-state.ts'

export type FoundPage = UseQueryResult<donations.DonationList, Error>

/** Loads one page of the list. The previous page stays visible in the meantime. */
export function useFoundPage(
  organizationId: number,
  query: ReturnType<typeof listQueryOf>,
  enabled: boolean,
): FoundPage {
  const input = { params: { id: organizationId }, query }
  return useQuery<donations.DonationList, Error>({
    queryKey: answerKey(donations.listDonations, input),
    queryFn: ({ signal }) => call(donations.listDonations, input, signal),
    enabled,
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  })
}
