import { reports, screens } from '@twofold/contract'
import { Plus, Upload } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatApproximateCount } from '../../../ui/format.ts'
import { EmptyFallback, LoadFailed, LoadFailedDialog, lazyComponent, lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { findRowLink, focusedRowId, isDialogOpen, moveRowFocus, useRestoreRowFocus } from '../../../ui/row-focus.ts'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { useShortcuts } from '../../../ui/use-shortcuts.ts'
import { UploadDialog } from '../imports/index.ts'
import type { BulkRequest } from './bulk/bulk-dialog.tsx'
import type { MessageRequest } from './bulk/message-dialog.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { columnsOf, missingColumns, shownColumns } from './columns/columns.ts'
import { ColumnsButton } from './columns/columns-button.tsx'
import { type Layout, useLayout } from './columns/use-layout.ts'
import { donationTabs } from './donation-urls.ts'
import { DonationsList } from './donations-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { chipsOf, FilterChips } from './filter-chips.tsx'
import { listQueryOf } from './list-state.ts'
import { MoreFiltersButton } from './more-filters-button.tsx'
import { QuickFilterButtons } from './quick-filter-buttons.tsx'
import { ResultCount } from './result-count.tsx'
import { useDonationsPage } from './use-donations-page.ts'
import { useLastPageRedirect, useListState } from './use-list-state.ts'
import { useNeighbors } from './use-neighbors.ts'
import { useOpenMatch } from './use-open-match.ts'
import { useQuickFilterCounts } from './use-quick-filter-counts.ts'
import { useViewFromUrl } from './views/use-view-from-url.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const AddDonationDialog = lazyDialog(() => import('./add-donation-dialog.tsx'))
const BulkDialog = lazyDialog(() => import('./bulk/bulk-dialog.tsx'))
const MessageDialog = lazyDialog(() => import('./bulk/message-dialog.tsx'))
const SelectionBar = lazyComponent(() => import('./bulk/selection-bar.tsx'), NoBar)
const RecentDialog = lazyDialog(() => import('./bulk/recent-bulk-changes-dialog.tsx'))
const ListKeys = lazyDialog(() => import('./list-shortcuts.tsx'))
const PhoneFilters = lazyComponent(() => import('./phone-filters.tsx'))
const ViewNotice = lazyComponent(() => import('./views/view-notice.tsx'), EmptyFallback)
const MatchDialog = lazyComponent(() => import('./match/match-dialog.tsx'), NoMatch)

function NoMatch({ match }: { match: ReturnType<typeof useOpenMatch> }) {
  return <LoadFailedDialog onClose={match.close} />
}

function NoBar() {
  return (
    <Card data-bottom-bar="" className="sticky bottom-3 z-20 mt-3 px-4! py-2.5!">
      <LoadFailed />
    </Card>
  )
}

export default function DonationsScreen() {
  const organization = useOrganization()
  const permissions = usePermissions()
  const { today } = organization
  const [state, change] = useListState()
  const match = useOpenMatch()
  const [uploading, setUploading] = useState(() => new URLSearchParams(location.search).get('upload') === 'new')
  const [adding, setAdding] = useState(false)
  // Back and reload must not open the upload again.
  useEffect(() => {
    if (new URLSearchParams(location.search).get('upload') === 'new') change({}, { replace: true })
  }, [change])
  const [isDonorOpen, setDonorOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const { layout, keep, isKnown } = useLayout(organization.id)
  const saved = useApiQuery(reports.listReports, { params: { id: organization.id } }, { staleMs: 60_000 })
  const views = saved.data && [...saved.data.reports, ...saved.data.sharedReports]
  const isOpening = useViewFromUrl(state, change, views, !saved.isPending)
  const all = columnsOf(organization)
  const columns = shownColumns(all, state.columns ?? layout.columns)
  const columnIds = columns.map(({ id }) => id)
  const unavailableColumns = missingColumns(all, state.columns)
  const query = listQueryOf(state, today)
  const answer = useDonationsPage(organization.id, query, !isOpening)
  // Deferred rows render in slices, so that a slow phone stays responsive. The selection covers only rendered rows.
  const data = useDeferredValue(answer.data)
  const isFound = answer.isSuccess && data !== undefined
  const rows = data?.donations ?? []
  const hasSeveralOrganizations = new Set(rows.map((row) => row.organization.id)).size > 1
  // Every row would have the same value, so only a chosen column shows.
  const showsOrganization = hasSeveralOrganizations || (state.columns ?? layout.columns) !== null
  const table = {
    columns: columns.filter(({ id }) => id !== 'organization' || showsOrganization),
    widths: layout.widths,
    onWidths: (widths: Layout['widths']) => keep({ ...layout, widths }),
  }
  const chips = chipsOf(state, today, organization)

  const total = data?.total ?? 0
  const isExact = data?.total_is_exact ?? true
  const found = formatApproximateCount(total, isExact)
  const neighbours = useNeighbors(match.id, { organizationId: organization.id, rows, total, isExact, state, query })
  const selection = useSelection(rows, { total, isExact }, JSON.stringify(query.filters))
  const [bulk, setBulk] = useState<BulkRequest | null>(null)
  const [message, setMessage] = useState<MessageRequest | null>(null)
  const [showsRecent, setShowsRecent] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const choose = (chosen: readonly string[] | null, widths: Layout['widths'] = layout.widths) => {
    const isOfView = state.columns !== undefined
    keep({ columns: isOfView ? layout.columns : chosen && [...chosen], widths })
    if (isOfView) change({ columns: chosen ?? shownColumns(all, null).map(({ id }) => id) })
  }
  useLastPageRedirect(state, change, answer)
  useRestoreRowFocus(list, match.id)
  useShortcuts(
    {
      j: () => moveRowFocus(list.current, 1),
      k: () => moveRowFocus(list.current, -1),
      '/': () => setDonorOpen(true),
      '?': () => setShowsKeys(true),
      ...(permissions.write
        ? {
            u: () => setUploading(true),
            x: () => {
              const id = focusedRowId()
              if (id !== null) selection.toggle(id)
            },
          }
        : {}),
      // Closes the match requested last, even if it is not rendered yet.
      Escape: () => {
        if (match.isAsked()) match.close()
        else if (!bulk && !message && !showsRecent && !uploading && !adding) selection.clear()
      },
    },
    isDialogOpen,
  )

  /** With the selection kept, focus returns to the bar. */
  const findRowWithoutBar = () => (document.querySelector('[aria-keyshortcuts=A]') ? null : findRowLink(selection.ids))
  const viewsMenu = <ViewsMenu {...{ state, change }} saved={saved.data} error={saved.error} columns={columnIds} />
  return (
    <>
      <PageHeading
        title="Donations"
        tabs={donationTabs}
        dense
        actions={
          <div className="flex flex-wrap items-center gap-2.5 max-sm:[&_button]:px-2.5 max-sm:[&_button:not([aria-busy])>svg]:hidden">
            <DownloadButton
              {...{ organization, state, chips, all, found }}
              shown={columnIds}
              empty={isFound && total === 0 && isExact}
            />
            {permissions.write && (
              <Button variant="secondary" size="small" icon={Plus} onClick={() => setAdding(true)}>
                Add donation
              </Button>
            )}
            {permissions.write && (
              <Button size="small" icon={Upload} onClick={() => setUploading(true)}>
                Upload
              </Button>
            )}
          </div>
        }
      />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <QuickFilterButtons
          active={state.status}
          counts={useQuickFilterCounts(organization.id, state, today)}
          onChange={(status) => change({ status })}
        />
        {!narrow && (
          <div className="flex items-center gap-2">
            {viewsMenu}
            <ColumnsButton
              all={all}
              shown={columns}
              widths={layout.widths}
              onChoose={choose}
              onWidths={table.onWidths}
            />
          </div>
        )}
      </div>
      {narrow && (
        <Suspense fallback={<div className="mb-2 min-h-11" />}>
          <PhoneFilters
            count={chips.length}
            found={isFound ? found : undefined}
            panel={{ state, change, today, organization }}
          />
        </Suspense>
      )}
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-1.5">
        {narrow ? (
          viewsMenu
        ) : (
          <>
            <FilterBar {...{ state, change, today, organization, chips, isDonorOpen }} onDonorOpen={setDonorOpen} />
            <MoreFiltersButton state={state} change={change} />
          </>
        )}
        <FilterChips chips={chips} change={change} narrow={narrow} />
        {state.status === 'npo_verify' && (
          <Button variant="quiet" size="small" asChild>
            <Link to={screens.verifications}>Verify or sign</Link>
          </Button>
        )}
        <ResultCount found={answer} />
      </div>
      {(state.report !== undefined || state.formerView !== undefined || unavailableColumns.length > 0) && (
        <Suspense>
          <ViewNotice {...{ views, state, change }} unavailableColumns={unavailableColumns} columns={columnIds} />
        </Suspense>
      )}
      <DonationsList
        ref={list}
        layout={isKnown ? table : null}
        answer={answer}
        data={data}
        state={state}
        change={change}
        narrow={narrow}
        showsOrganization={hasSeveralOrganizations}
        opened={match.id}
        addressOf={match.addressOf}
        onOpen={match.open}
        onUpload={permissions.write ? () => setUploading(true) : undefined}
        selection={permissions.write ? selection : undefined}
      />
      {permissions.write && selection.count > 0 && (
        <Suspense>
          <SelectionBar
            selection={selection}
            onRecent={() => setShowsRecent(true)}
            found={found}
            onAction={(action) =>
              setBulk({ action, ids: selection.ids, filters: selection.isAll ? query.filters : null })
            }
            onEmail={() => {
              const sample = rows.find(({ id }) => selection.has(id))?.id ?? selection.ids[0]
              if (sample === undefined) return
              setMessage({ ids: selection.ids, filters: selection.isAll ? query.filters : null, sample })
            }}
          />
        </Suspense>
      )}
      <Suspense>
        {bulk && (
          <BulkDialog
            request={bulk}
            returnFocus={findRowWithoutBar}
            onClose={(isStarted) => {
              setBulk(null)
              if (isStarted) selection.clear()
            }}
          />
        )}
        {message && (
          <MessageDialog
            request={message}
            returnFocus={findRowWithoutBar}
            onClose={(isSent) => {
              setMessage(null)
              if (isSent) selection.clear()
            }}
          />
        )}
        {showsRecent && <RecentDialog onClose={() => setShowsRecent(false)} />}
        {showsKeys && <ListKeys canWrite={permissions.write} onClose={() => setShowsKeys(false)} />}
        {match.id !== null && <MatchDialog {...{ match, rows, neighbours, narrow, today }} id={match.id} />}
        {adding && (
          <AddDonationDialog
            onClose={() => setAdding(false)}
            onAdded={(id) => {
              setAdding(false)
              match.open(id)
            }}
          />
        )}
        {uploading && <UploadDialog open onClose={() => setUploading(false)} />}
      </Suspense>
    </>
  )
}
