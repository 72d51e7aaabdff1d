import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changed, type ListState, readListState, writeListState } from './list-state.ts'

export type Change = (change: Partial<ListState>, how?: { replace?: boolean }) => void

/** The list's state out of the address, and the way to change it. Presses make a step to go back to; typing does not. */
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
