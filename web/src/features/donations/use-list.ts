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

export const matchTabs = ['details', 'mails', 'recurring'] as const
export type MatchTab = (typeof matchTabs)[number]

/** The open match, `?match=123`, and the tab it shows; the list behind it stays as it is. */
export function useOpenMatch() {
  const [search, setSearch] = useSearchParams()
  const text = search.get('match') ?? ''
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  const tab = matchTabs.find((name) => name === search.get('tab')) ?? 'details'

  const open = useCallback(
    (next: number | null, { replace = false } = {}) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (next === null) after.delete('match')
          else after.set('match', String(next))
          if (next === null) after.delete('tab')
          return after
        },
        { replace, preventScrollReset: true },
      ),
    [setSearch],
  )
  const showTab = (name: MatchTab) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (name === 'details') after.delete('tab')
        else after.set('tab', name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  /** What the link of a row points at. */
  const addressOf = (match: number) => {
    const after = new URLSearchParams(search)
    after.set('match', String(match))
    return `?${after}`
  }
  return { id, tab, open, showTab, addressOf }
}
