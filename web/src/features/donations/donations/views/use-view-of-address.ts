import { type reports, screens } from '@twofold/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ListState } from '../list-state.ts'
import type { Change } from '../use-list.ts'
import { stateOfLook } from './list-look.ts'

/**
 * A link can name a report alone (`?report=3`): then the list becomes what the report shows. A link of the time when views were not
 * reports (`?view=3`) leads to the report that the view is now. Returns whether that is still to come.
 */
export function useViewOfAddress(
  state: ListState,
  change: Change,
  views: readonly reports.Report[] | undefined,
  isKnown: boolean,
): boolean {
  const navigate = useNavigate()
  const { report, formerView } = state
  const isAlone = state.columns === undefined && (report !== undefined || formerView !== undefined)
  const view = views?.find(({ id, view_id }) => id === report || (formerView !== undefined && view_id === formerView))
  const isToChange = view !== undefined && (isAlone || formerView !== undefined)
  useEffect(() => {
    if (!isToChange) return
    const named = { report: view.id, formerView: undefined }
    const shown = isAlone ? stateOfLook(view) : {}
    if (shown) change({ ...shown, ...named }, { replace: true })
    else navigate(`${screens.reports}?report=${view.id}`, { replace: true })
  }, [view, isToChange, isAlone, change, navigate])
  return isAlone && (view !== undefined || !isKnown)
}
