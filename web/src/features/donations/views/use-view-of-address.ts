import type { listViews } from '@twofold/contract'
import { useEffect } from 'react'
import type { ListState } from '../list-state.ts'
import type { Change } from '../use-list.ts'
import { stateOfLook } from './view-state.ts'

/**
 * A link may name a view alone (`?view=3`): then the list becomes what the view says. Answers whether that is still to come,
 * so that nothing else is asked for meanwhile.
 */
export function useViewOfAddress(
  state: ListState,
  change: Change,
  views: readonly listViews.ListView[] | undefined,
  isKnown: boolean,
): boolean {
  const isAlone = state.view !== undefined && state.columns === undefined
  const view = isAlone ? views?.find(({ id }) => id === state.view) : undefined
  useEffect(() => {
    if (view) change({ ...stateOfLook(view.list), view: view.id }, { replace: true })
  }, [view, change])
  return isAlone && (view !== undefined || !isKnown)
}
