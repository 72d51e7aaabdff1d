import { clearedFilters, initialListState, type ListState } from '../list-state.ts'

type ReadyView = { readonly name: string; readonly filters: Partial<ListState> }

const anyDate = { period: {} }

/** Views that every organization has. A saved view of the same name is independent of them. */
export const readyViews: readonly ReadyView[] = [
  // Started or silent: a personal note may help.
  { name: 'Needs follow-up', filters: { ...anyDate, status: '20,28' } },
  { name: 'Deadline soon', filters: { ...anyDate, deadlineWithin: 14 } },
  { name: 'To sign', filters: { ...anyDate, status: 'npo_verify' } },
  { name: 'No employer', filters: { ...anyDate, status: '23' } },
]

const filterOf = (state: ListState, name: string): unknown =>
  Object.entries(state).find(([key]) => key === name)?.[1] ?? undefined

/** Returns whether the list has exactly these filters; its order and page do not matter. */
export const isReadyView = (state: ListState, filters: Partial<ListState>): boolean => {
  const asked = { ...initialListState, ...filters }
  return Object.keys(clearedFilters)
    .filter((name) => name !== 'columns')
    .every((name) => JSON.stringify(filterOf(state, name)) === JSON.stringify(filterOf(asked, name)))
}
