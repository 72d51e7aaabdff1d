import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { applyChange, type ListState, writeListState } from './list-state.ts'
import { readListState } from './read-list-state.ts'
import type { DonationsPageQuery } from './use-donations-page.ts'

export type ChangeListState = (change: Partial<ListState>, how?: { replace?: boolean }) => void

/** Clicks add a history entry; typing does not. */
export function useListState(): [ListState, ChangeListState] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readListState(search), [search])
  const change = useCallback<ChangeListState>(
    (part, { replace = false } = {}) =>
      setSearch((before) => writeListState(applyChange(readListState(before), part), before), {
        replace,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  return [state, change]
}

/** A deleted gift or an old link can refer to a page that does not exist. */
export function useLastPageRedirect(
  { page, size }: ListState,
  change: ChangeListState,
  answer: DonationsPageQuery,
): void {
  const { data, isPlaceholderData } = answer
  const isKnown = data?.total_is_exact && !isPlaceholderData
  const last = isKnown ? Math.max(1, Math.ceil(data.total / size)) : page
  useEffect(() => {
    if (page > last) change({ page: last }, { replace: true })
  }, [page, last, change])
}
