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
  const isOnlyReference = state.columns === undefined && (report !== undefined || formerView !== undefined)
  const view = views?.find(({ id, view_id }) => id === report || (formerView !== undefined && view_id === formerView))
  const needsChange = view !== undefined && (isOnlyReference || formerView !== undefined)
  useEffect(() => {
    if (!needsChange) return
    const reference = { report: view.id, formerView: undefined }
    const listState = isOnlyReference ? listStateOfReport(view) : {}
    if (listState) change({ ...listState, ...reference }, { replace: true })
    else navigate(`${screens.reports}?report=${view.id}`, { replace: true })
  }, [view, needsChange, isOnlyReference, change, navigate])
  return isOnlyReference && (view !== undefined || !isKnown)
}
