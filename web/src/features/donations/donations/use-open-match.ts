import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Neighbor } from './use-neighbors.ts'

export const matchTabs = ['details', 'mails', 'recurring'] as const
export type MatchTab = (typeof matchTabs)[number]

/** Marks the history entry of a match opened from the list, so that closing it goes back instead of adding an entry. */
export const fromList = { fromList: true } as const
const isFromList = (state: unknown): boolean => typeof state === 'object' && state !== null && 'fromList' in state

function changedSearch(before: URLSearchParams, change: Readonly<Record<string, string | null>>): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) after.delete(name)
    else after.set(name, value)
  }
  return after
}

/** `?match=123` and its tab, `&tab=mails`. */
export function useOpenMatch() {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const text = search.get('match') ?? ''
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  const tab = matchTabs.find((name) => name === search.get('tab')) ?? 'details'

  const replace = (change: Readonly<Record<string, string | null>>) =>
    setSearch((before) => changedSearch(before, change), { replace: true, state, preventScrollReset: true })

  return {
    id,
    tab,
    open: useCallback(
      (next: number) =>
        setSearch((before) => changedSearch(before, { match: String(next) }), {
          state: fromList,
          preventScrollReset: true,
        }),
      [setSearch],
    ),
    turnTo: ({ id: next, page }: Neighbor) =>
      replace({ match: String(next), ...(page === undefined ? {} : { page: page === 1 ? null : String(page) }) }),
    showTab: (name: MatchTab) => replace({ tab: name === 'details' ? null : name }),
    isAsked: () => new URLSearchParams(window.location.search).has('match'),
    close: () => (id === null || isFromList(state) ? void navigate(-1) : replace({ match: null, tab: null })),
    addressOf: (match: number) => `?${changedSearch(search, { match: String(match) })}`,
  }
}
