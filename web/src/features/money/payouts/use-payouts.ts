import { bankLines, donations, payouts, statistics } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { queryClient, useApiQuery } from '../../../api/use-api.ts'
import { isFinished } from './payout-text.ts'

const pollMs = 1_000

export const refreshes = [
  payouts.listPayouts,
  payouts.getPayout,
  payouts.listWaitingLines,
  bankLines.listBankLines,
  donations.listDonations,
  donations.getDonation,
  statistics.getStatistics,
]

export const bankRefreshes = [
  bankLines.listBankLines,
  bankLines.listBankStatements,
  payouts.listPayouts,
  payouts.getPayout,
]

/** Keeps reports uploaded or running since the screen opened at the top, where phones show them without scrolling. */
export function useFollowedReports(reports: readonly payouts.PayoutReport[]) {
  const [followed, setFollowed] = useState<ReadonlySet<number>>(new Set())
  const isFollowed = ({ id, state }: payouts.PayoutReport) =>
    followed.has(id) || state === 'queued' || state === 'running'
  const now = reports.filter(isFollowed)
  const follow = (id: number) => setFollowed((ids) => new Set([...ids, id]))
  useEffect(() => {
    const fresh = now.filter(({ id }) => !followed.has(id))
    if (fresh.length > 0) setFollowed(new Set([...followed, ...fresh.map(({ id }) => id)]))
  })
  return { now, others: reports.filter((report) => !isFollowed(report)), follow }
}

export function usePayouts(organizationId: number, page: number) {
  const query = useApiQuery(
    payouts.listPayouts,
    { params: { id: organizationId }, query: { page } },
    {
      keepPrevious: true,
      staleMs: 0,
      everyMs: (data) => (data?.reports.some((report) => !isFinished(report)) ? pollMs : false),
    },
  )
  const isRunning = query.data?.reports.some((report) => !isFinished(report)) ?? false
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      const others = refreshes.filter(({ name }) => name !== payouts.listPayouts.name)
      for (const { name } of others) void queryClient.invalidateQueries({ queryKey: [name] })
    }
    wasRunning.current = isRunning
  }, [isRunning])
  return query
}
