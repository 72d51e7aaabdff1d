import { donations, statistics } from '@twofold/contract'
import { SlidersHorizontal, Upload } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHeading } from '../../ui/page.tsx'
import { useMay, useOrganization } from '../organizations/current-organization.tsx'
import { OrderSelect } from './donation-cards.tsx'
import { DonationsList } from './donations-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { chipsOf, FilterChips } from './filter-chips.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { type ListState, listQueryOf, periodOf } from './list-state.ts'
import { type Day, todayIn } from './period/days.ts'
import { QuickFilterButtons } from './quick-filter-buttons.tsx'
import { useKeys } from './use-keys.ts'
import { useListState } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'
import { useOpenMatch } from './use-open-match.ts'
import { focusRow, focusRowOf, isBehindDialog } from './walk-rows.ts'

const MatchDialog = lazy(() => import('./match/match-dialog.tsx'))
const UploadDialog = lazy(() => import('../imports/upload-dialog.tsx'))

/** Donations: quick filters, filters, the list, and the match that a row opens. All of its state is in the address. */
export default function DonationsScreen() {
  const organization = useOrganization()
  const may = useMay()
  const today = todayIn(organization.time_zone, new Date())
  const [state, change] = useListState()
  const match = useOpenMatch()
  const [uploading, setUploading] = useState(false)
  const donorField = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const narrow = useNarrow()
  const query = listQueryOf(state, today)
  const answer = useAnswer(donations.listDonations, { params: { id: organization.id }, query }, { keepPrevious: true })
  const rows = answer.data?.donations ?? []
  const chips = chipsOf(state, today, organization)

  // A page that is not there any more (a deleted gift, an old link) leads to the last one that is.
  const total = answer.data?.total ?? 0
  const last = Math.max(1, Math.ceil(total / state.size))
  const isBeyond = answer.isSuccess && !answer.isPlaceholderData && state.page > last
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true })
  }, [isBeyond, last, change])

  // The dialog gives focus back to what had it; after Previous and Next, that is another row.
  const lastOpened = useRef<number | null>(null)
  useEffect(() => {
    const closed = match.id === null ? lastOpened.current : null
    lastOpened.current = match.id
    if (closed === null) return
    const timer = setTimeout(() => focusRowOf(list.current, closed))
    return () => clearTimeout(timer)
  }, [match.id])

  useKeys(
    {
      j: () => focusRow(list.current, 1),
      k: () => focusRow(list.current, -1),
      '/': () => donorField.current?.focus(),
      ...(may.write ? { u: () => setUploading(true) } : {}),
    },
    isBehindDialog,
  )

  return (
    <>
      <PageHeading
        title="Donations"
        actions={
          <>
            <DownloadButton
              organizationId={organization.id}
              filters={query.filters}
              empty={answer.isSuccess && total === 0}
            />
            {may.write && (
              <Button icon={Upload} onClick={() => setUploading(true)}>
                Upload
              </Button>
            )}
          </>
        }
      />
      <QuickFilterButtons
        active={state.status}
        counts={useQuickFilterCounts(organization.id, state, today)}
        onChange={(status) => change({ status })}
      />
      {narrow ? (
        <PhoneFilters count={chips.length} found={answer.isSuccess ? total : undefined} state={state} change={change}>
          <FilterPanel {...{ state, change, today, organization }} stacked />
        </PhoneFilters>
      ) : (
        <Card className="mb-4 p-4! sm:p-5!">
          <FilterPanel {...{ state, change, today, organization, donorField }} />
        </Card>
      )}
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FilterChips chips={chips} change={change} />
        <p role="status" className="ml-auto px-1 tabular-nums">
          {answer.isSuccess && (
            <span className={answer.isPlaceholderData ? 'opacity-50' : ''}>
              <strong className="font-semibold">{formatCount(total)}</strong> Found
            </span>
          )}
        </p>
      </div>
      <DonationsList
        ref={list}
        answer={answer}
        state={state}
        change={change}
        narrow={narrow}
        opened={match.id}
        addressOf={match.addressOf}
        onOpen={match.open}
        onUpload={may.write ? () => setUploading(true) : undefined}
      />
      <Suspense>
        {match.id !== null && <MatchDialog match={match} id={match.id} rows={rows} narrow={narrow} today={today} />}
        {uploading && <UploadDialog open onClose={() => setUploading(false)} />}
      </Suspense>
    </>
  )
}

/** Counts for the four buttons, from the summaries, whenever these can answer: whole days and no other filter. */
function useQuickFilterCounts(organizationId: number, state: ListState, today: Day) {
  const { from, to } = periodOf(state, today)
  const isPlain = !state.company && !state.donor && state.minAmount === undefined && state.organization === undefined
  const { data } = useAnswer(
    statistics.getStatistics,
    { params: { id: organizationId }, query: { from: from ?? '', to: to ?? '' } },
    { enabled: isPlain && from !== undefined && to !== undefined },
  )
  if (!data || !isPlain) return undefined
  const { donor_contacted, npo_verify, engaged_submitted, no_response } = data.by_status
  return {
    donor_contacted: donor_contacted.count,
    npo_verify: npo_verify.count,
    engaged_submitted: engaged_submitted.count,
    no_response: no_response.count,
  }
}

/** On a phone the filters wait in a sheet, and the order, which the table's headings give elsewhere, is a choice. */
function PhoneFilters(props: {
  count: number
  found: number | undefined
  state: ListState
  change: ReturnType<typeof useListState>[1]
  children: React.ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { count, found } = props
  return (
    <div className="mb-3 flex items-center justify-between gap-3">
      <Button look="secondary" icon={SlidersHorizontal} onClick={() => setOpen(true)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <OrderSelect state={props.state} change={props.change} />
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {found === undefined ? 'Show' : `Show ${formatCount(found)} Found`}
          </Button>
        }
      >
        {props.children}
      </Sheet>
    </div>
  )
}
