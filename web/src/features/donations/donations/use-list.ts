import { useCallback, useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changed, type ListState, writeListState } from './list-state.ts'
import { readListState } from './read-list-state.ts'
import type { FoundPage } from './use-found-page.ts'

export type Change = (change: Partial<ListState>, how?: { replace?: boolean }) => void

/** Reads and changes the list's state in the address. Clicks add a history entry; typing does not. */
export function useListState(): [ListState, Change] {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => readListState(search), [search])
  const change = useCallback<Change>(
    (part, { replace = false } = {}) =>
      setSearch((before) => writeListState(changed(readListState(before), part), before), {
        replace,
        preventScrollReset: true,
      }),
    [setSearch],
  )
  return [state, change]
}

/** Redirects from a page that does not exist (a deleted gift, an old link) to the last page. */
export function useExistingPage({ page, size }: ListState, change: Change, found: FoundPage): void {
  const { data, isPlaceholderData } = found
  const isKnown = data?.total_is_exact && !isPlaceholderData
  const last = isKnown ? Math.max(1, Math.ceil(data.total / size)) : page
  useEffect(() => {
    if (page > last) change({ page: last }, { replace: true })
  }, [page, last, change])
}
