import { type reports, screens } from '@twofold/contract'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { ListState } from '../list-state.ts'
import type { ChangeListState } from '../use-list-state.ts'
import { listStateOfReport } from './list-as-report.ts'

/** `?view=3` is from before views became reports. Returns whether the report is still loading. */
export function useViewFromUrl(
  state: ListState,
  change: ChangeListState,
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
    const shown = isAlone ? listStateOfReport(view) : {}
    if (shown) change({ ...shown, ...named }, { replace: true })
    else navigate(`${screens.reports}?report=${view.id}`, { replace: true })
  }, [view, isToChange, isAlone, change, navigate])
  return isAlone && (view !== undefined || !isKnown)
}
