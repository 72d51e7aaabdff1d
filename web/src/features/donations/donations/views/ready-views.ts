import { initialListState, type ListState, writeListState } from '../list-state.ts'

type ReadyView = { readonly name: string; readonly filters: Partial<ListState> }

const anyDate = { period: {} }

/** Independent of saved views with the same name. */
export const readyViews: readonly ReadyView[] = [
  // Started or silent: a personal note may help.
  { name: 'Needs follow-up', filters: { ...anyDate, status: '20,28' } },
  { name: 'Deadline soon', filters: { ...anyDate, deadlineWithin: 14 } },
  { name: 'To sign', filters: { ...anyDate, status: 'npo_verify' } },
  { name: 'No employer', filters: { ...anyDate, status: '23' } },
]

/** Order and page do not matter. */
export function isReadyView(state: ListState, filters: Partial<ListState>): boolean {
  const { sort, ascending, page, size, columns } = initialListState
  const currentParams = writeListState({ ...state, sort, ascending, page, size, columns })
  return String(currentParams) === String(writeListState({ ...initialListState, ...filters }))
}
