import { bankLines, donations, payouts, statistics } from '@twofold/contract'
import { useEffect, useRef } from 'react'
import { queryClient, useAnswer } from '../../api/use-call.ts'
import { isOver } from './payout-words.ts'

const askEveryMs = 1_000

/** What shows money or the matches that it came to. */
export const refreshes = [
  payouts.listPayouts,
  payouts.getPayout,
  payouts.listWaitingLines,
  bankLines.listBankLines,
  donations.listDonations,
  donations.getDonation,
  statistics.getStatistics,
]

/** What shows lines of the bank, and when a payout arrived. */
export const bankRefreshes = [bankLines.listBankLines, payouts.listPayouts, payouts.getPayout]

/** Payouts and the last reports, asked about every second while one of them runs. */
export function usePayouts(organizationId: number, page: number) {
  const answer = useAnswer(
    payouts.listPayouts,
    { params: { id: organizationId }, query: { page } },
    {
      keepPrevious: true,
      staleMs: 0,
      everyMs: (data) => (data?.reports.some((report) => !isOver(report)) ? askEveryMs : false),
    },
  )
  const runs = answer.data?.reports.some((report) => !isOver(report)) ?? false
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !runs) {
      const others = refreshes.filter(({ name }) => name !== payouts.listPayouts.name)
      for (const { name } of others) void queryClient.invalidateQueries({ queryKey: [name] })
    }
    ran.current = runs
  }, [runs])
  return answer
}
