import type { reports } from '@twofold/contract'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import type { ListState } from '../list-state.ts'
import type { ChangeListState } from '../use-list-state.ts'
import { filtersOfDeleted } from './list-as-report.ts'

const goneMessages: Readonly<Record<reports.MissingReference, string>> = {
  campaign: 'This view filters by a campaign that was deleted.',
  organization: 'This view filters by a chapter that no longer belongs to your organization.',
  upload: 'This view filters by an upload that was undone.',
  donor: 'This view filters by a donor who’s no longer here.',
}

export default function ViewNotice(props: {
  views: readonly reports.Report[] | undefined
  unavailableColumns: readonly string[]
  state: ListState
  change: ChangeListState
  columns: readonly string[]
}) {
  const { views, unavailableColumns, state, change, columns } = props
  const view = views?.find(({ id }) => id === state.report)
  const isNamed = state.report !== undefined || state.formerView !== undefined
  const isMissing = isNamed && views !== undefined && view === undefined
  const missingReferences = (view?.gone ?? []).filter((reference) => isStillFiltered(state, reference))
  const sentences = [
    ...(isMissing ? ['The view in this link was deleted or is private. Showing the filters from the link.'] : []),
    ...missingReferences.map((reference) => `${goneMessages[reference]} It no longer returns results.`),
    ...(unavailableColumns.length > 0
      ? [
          `${unavailableColumns.length === 1 ? 'A column is' : 'Some columns are'} no longer available: ${unavailableColumns.join(', ')}.`,
        ]
      : []),
  ]
  if (sentences.length === 0) return null
  const cleanedState: Partial<ListState> = Object.assign(
    {},
    ...missingReferences.map((reference) => filtersOfDeleted[reference]),
    isMissing ? { report: undefined, formerView: undefined } : {},
    unavailableColumns.length > 0 && state.columns ? { columns } : {},
  )
  return (
    <Notice tone="awaiting" className="mb-3">
      <p>{sentences.join(' ')}</p>
      <Button variant="secondary" size="small" className="mt-2" onClick={() => change(cleanedState)}>
        {missingReferences.length > 0 ? 'Remove filter' : 'OK'}
      </Button>
    </Notice>
  )
}

const isStillFiltered = (state: ListState, reference: reports.MissingReference): boolean =>
  Object.keys(filtersOfDeleted[reference]).some((name) =>
    Object.entries(state).some(([key, value]) => key === name && value !== undefined),
  )
