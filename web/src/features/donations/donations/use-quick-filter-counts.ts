import { statistics } from '@twofold/contract'
import type { QuickFilter } from '@twofold/matching'
import { useApiQuery } from '../../../api/use-api.ts'
import type { Day } from '../periods/index.ts'
import { isFiltered, type ListState, periodOf } from './list-state.ts'

/** The summaries support only whole days and no other filters. */
export function useQuickFilterCounts(
  organizationId: number,
  state: ListState,
  today: Day,
): Readonly<Record<QuickFilter, number>> | undefined {
  const { from, to } = periodOf(state, today)
  const hasNoFilters = !isFiltered({ ...state, status: undefined, period: undefined })
  const { data } = useApiQuery(
    statistics.getStatistics,
    { params: { id: organizationId }, query: { from: from ?? '', to: to ?? '' } },
    { enabled: hasNoFilters && from !== undefined && to !== undefined },
  )
  if (!data?.by_status || !hasNoFilters) return undefined
  const { donor_contacted, npo_verify, engaged_submitted, no_response } = data.by_status
  return {
    donor_contacted: donor_contacted.count,
    npo_verify: npo_verify.count,
    engaged_submitted: engaged_submitted.count,
    no_response: no_response.count,
  }
}
