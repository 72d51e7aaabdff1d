import { listViews } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Bookmark, ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { lateDialog } from '../../../ui/late.tsx'
import { Menu, MenuDivider, MenuItem, MenuLabel } from '../../../ui/menu.tsx'
import { toastError, toastUndo } from '../../../ui/toast-store.ts'
import { initialListState, type ListState, withoutFilters } from '../list-state.ts'
import type { Change } from '../use-list.ts'
import { isChanged, lookOf, stateOfLook } from './view-state.ts'

const ViewDialog = lateDialog(() => import('./view-dialog.tsx'))

const { listViewMessages } = listViews

type Views = {
  readonly views: readonly listViews.ListView[] | undefined
  readonly error: Error | null
  readonly state: ListState
  readonly change: Change
  /** The columns that the list shows. */
  readonly columns: readonly string[]
}

/** The saved views: opens them, and keeps what the list shows under a name. */
export function ViewsMenu({ views = [], error, state, change, columns }: Views) {
  const params = { id: useOrganization().id }
  const [naming, setNaming] = useState<'new' | listViews.ListView | null>(null)
  const refreshes = [listViews.listListViews]
  const update = useAction(listViews.changeListView, { refreshes })
  const remove = useAction(listViews.deleteListView, { refreshes })
  const restore = useAction(listViews.restoreListView, { refreshes })
  const open = views.find(({ id }) => id === state.view)
  const isOther = open !== undefined && isChanged(state, open.list)
  const show = (view: listViews.ListView) => change({ ...stateOfLook(view.list), view: view.id })

  const saveFailed = (problem: Error) => toastError(listViewMessages.saveFailed, messageOf(problem))
  const save = (view: listViews.ListView) => {
    const at = { params: { ...params, viewId: view.id } }
    const undo = () => {
      update.mutate({ ...at, body: { list: view.list } }, { onError: saveFailed })
    }
    update.mutate(
      { ...at, body: { list: lookOf(state, columns) } },
      { onSuccess: () => toastUndo(`${quoted(view.name)} is saved as the list is now`, undo), onError: saveFailed },
    )
  }
  const drop = (view: listViews.ListView) => {
    const at = { params: { ...params, viewId: view.id } }
    const undo = () => restore.mutate(at, { onError: saveFailed, onSuccess: () => show(view) })
    remove.mutate(at, {
      onSuccess: () => {
        change({ view: undefined, columns: undefined })
        toastUndo(`${quoted(view.name)} is deleted`, undo)
      },
      onError: (problem) => toastError(listViewMessages.deleteFailed, messageOf(problem)),
    })
  }

  const group = (label: string, shared: boolean) => {
    const found = views.filter((view) => view.shared === shared)
    return (
      found.length > 0 && (
        <>
          <MenuLabel>{label}</MenuLabel>
          {found.map((view) => (
            <MenuItem key={view.id} chosen={view.id === state.view} onSelect={() => show(view)}>
              <span className="block max-w-72 truncate">{view.name}</span>
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
          <Button look="secondary" size="small" icon={Bookmark} className="max-w-72">
            <span className="sr-only">{open ? 'View: ' : ''}</span>
            <span className="truncate">{open ? open.name : 'Views'}</span>
            {isOther && <span className="font-normal whitespace-nowrap text-muted">changed</span>}
            <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem
          chosen={state.view === undefined}
          onSelect={() =>
            change({ ...withoutFilters, sort: initialListState.sort, ascending: initialListState.ascending })
          }
        >
          All donations
        </MenuItem>
        {error && <MenuLabel>{`The saved views could not be loaded. ${messageOf(error)}`}</MenuLabel>}
        {group('Your views', false)}
        {group('Shared with everyone', true)}
        <MenuDivider />
        {open && isOther && open.may_change && (
          <MenuItem onSelect={() => save(open)}>{`Save changes to ${quoted(open.name)}`}</MenuItem>
        )}
        {open && isOther && <MenuItem onSelect={() => show(open)}>Back to the view as saved</MenuItem>}
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
      <Suspense>
        {naming && (
          <ViewDialog
            view={naming === 'new' ? null : naming}
            list={lookOf(state, columns)}
            onClose={() => setNaming(null)}
            onSaved={(view) => {
              if (naming === 'new') show(view)
              setNaming(null)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
