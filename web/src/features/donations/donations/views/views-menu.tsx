import { linkTo, type ResponseOf, type reports, reports as said, screens } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../../ui/menu.tsx'
import { toastError, toastUndo } from '../../../../ui/toast-store.ts'
import { clearedFilters, initialListState, type ListState } from '../list-state.ts'
import type { ChangeListState } from '../use-list-state.ts'
import { differsFromReport, listStateOfReport, reportDefinitionOfList } from './list-as-report.ts'
import { isReadyView, readyViews } from './ready-views.ts'

const ViewDialog = lazyDialog(() => import('./view-dialog.tsx'))

const { reportMessages } = said

type Views = {
  readonly saved: ResponseOf<typeof said.listReports> | undefined
  readonly error: Error | null
  readonly state: ListState
  readonly change: ChangeListState
  readonly columns: readonly string[]
}

/** Views are the reports that the list can show. */
export function ViewsMenu({ saved, error, state, change, columns }: Views) {
  const params = { id: useOrganization().id }
  const navigate = useNavigate()
  const [naming, setNaming] = useState<'new' | reports.Report | null>(null)
  const refreshes = [said.listReports]
  const update = useApiMutation(said.saveReport, { refreshes })
  const remove = useApiMutation(said.deleteReport, { refreshes, failed: reportMessages.deleteFailed })
  const restore = useApiMutation(said.restoreReport, { refreshes })
  const { reports: own = [], sharedReports = [] } = saved ?? {}
  const open = [...own, ...sharedReports].find(({ id }) => id === state.report)
  const isOther = open !== undefined && differsFromReport(state, open)
  const show = (report: reports.Report) => change({ ...listStateOfReport(report), report: report.id })

  const saveFailed = (problem: Error) => toastError(reportMessages.saveFailed, problem)
  const save = (report: reports.Report) => {
    const { id, name, scope, filters, sort_field, ascending } = report
    const before = { id, name, scope, filters, sort_field, ascending, columns: report.columns }
    const undo = () => update.mutate({ params, body: before }, { onError: saveFailed })
    update.mutate(
      { params, body: { ...before, ...reportDefinitionOfList(state, columns, report.columns) } },
      { onSuccess: () => toastUndo(`${quoted(name)} saved`, undo), onError: saveFailed },
    )
  }
  const drop = (report: reports.Report) => {
    const at = { params: { id: report.id } }
    const undo = () => restore.mutate(at, { onError: saveFailed, onSuccess: () => show(report) })
    remove.mutate(at, {
      onSuccess: () => {
        change({ report: undefined, columns: undefined })
        toastUndo(`${quoted(report.name)} deleted`, undo)
      },
    })
  }

  const group = (label: string, groupReports: readonly reports.Report[]) => {
    const listReports = groupReports.filter((report) => listStateOfReport(report) !== null)
    return (
      listReports.length > 0 && (
        <>
          <MenuLabel>{label}</MenuLabel>
          {listReports.map((report) => (
            <MenuItem key={report.id} chosen={report.id === state.report} onSelect={() => show(report)}>
              <span className="block max-w-72 truncate">{report.name}</span>
            </MenuItem>
          ))}
        </>
      )
    )
  }
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="secondary" size="small" icon={Bookmark} className="max-w-72">
            <span className="sr-only">{open ? 'View: ' : ''}</span>
            <span className="truncate">{open ? open.name : 'Views'}</span>
            {isOther && <span className="font-normal whitespace-nowrap text-muted">changed</span>}
            <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem
          chosen={state.report === undefined && !readyViews.some(({ filters }) => isReadyView(state, filters))}
          onSelect={() =>
            change({ ...clearedFilters, sort: initialListState.sort, ascending: initialListState.ascending })
          }
        >
          All donations
        </MenuItem>
        {readyViews.map(({ name, filters }) => (
          <MenuItem
            key={name}
            chosen={state.report === undefined && isReadyView(state, filters)}
            onSelect={() => change({ ...clearedFilters, ...filters })}
          >
            {name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => void navigate(linkTo(screens.doNotEmail, { reason: 'bounced' }))}>Bounced</MenuItem>
        {error && <MenuLabel>{`Couldn’t load saved views. ${messageOf(error)}`}</MenuLabel>}
        {group('Your views', own)}
        {group('Shared by others', sharedReports)}
        <MenuDivider />
        {open && isOther && open.may_change && (
          <MenuItem onSelect={() => save(open)}>{`Save changes to ${quoted(open.name)}`}</MenuItem>
        )}
        {open && isOther && <MenuItem onSelect={() => show(open)}>Discard changes</MenuItem>}
        <MenuItem onSelect={() => setNaming('new')}>Save as a new view…</MenuItem>
        {open?.may_change && (
          <>
            <MenuItem onSelect={() => setNaming(open)}>Rename or share…</MenuItem>
            <MenuItem danger onSelect={() => drop(open)}>
              Delete this view
            </MenuItem>
          </>
        )}
      </Menu>
      {naming && (
        <ViewDialog
          initial={
            naming === 'new' ? { name: '', scope: 'personal', ...reportDefinitionOfList(state, columns) } : naming
          }
          reportId={naming === 'new' ? null : naming.id}
          onClose={() => setNaming(null)}
          onSaved={(report) => {
            if (naming === 'new') change({ columns, report })
            setNaming(null)
          }}
        />
      )}
    </>
  )
}
