import type { UseQueryResult } from '@tanstack/react-query'
import type { donations } from '@twofold/contract'
import { HandCoins, Upload } from 'lucide-react'
import { type Ref, Suspense, useId } from 'react'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { moveRowFocus } from '../../../ui/row-focus.ts'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { isNarrow } from '../../../ui/use-narrow.ts'
import { isSamePeriod } from '../periods/index.ts'
import type { DonationRowsProps } from './donation-row.tsx'
import type { TableLayout } from './donations-table.tsx'
import { clearedFilters, isFiltered, type ListState, pageSizes } from './list-state.ts'
import type { ChangeListState } from './use-list-state.ts'

// Requested immediately, to arrive before the gifts.
const fetchCards = () => import('./donation-cards.tsx')
const fetchTable = () => import('./donations-table.tsx')
const DonationCards = lazyComponent(fetchCards)
const DonationsTable = lazyComponent(fetchTable)
// The list reports its own error.
;(isNarrow() ? fetchCards() : fetchTable()).catch(() => undefined)

type List = Omit<DonationRowsProps, 'donations'> & {
  ref: Ref<HTMLDivElement>
  answer: UseQueryResult<donations.DonationList, Error>
  data: donations.DonationList | undefined
  state: ListState
  change: ChangeListState
  narrow: boolean
  layout: TableLayout | null
  onUpload: (() => void) | undefined
}

export function DonationsList({ ref, answer, data, state, change, narrow, layout, onUpload, ...rows }: List) {
  const { error, isPlaceholderData } = answer
  return (
    <>
      <Card padded={false} aria-busy={answer.isFetching}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the links inside */}
        <div
          ref={ref}
          className={cx('transition-opacity', isPlaceholderData && 'opacity-55')}
          onKeyDown={(event) => {
            if (!(event.target instanceof Element) || !event.target.matches('[data-row-link]')) return
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            moveRowFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
          }}
        >
          <Suspense fallback={<LoadingRows />}>
            <Body {...{ answer, data, state, change, narrow, layout, onUpload }} {...rows} />
          </Suspense>
        </div>
      </Card>
      {!error && data && data.total >= smallestPage + Number(data.total_is_exact) && (
        <PageLine {...{ state, change }} found={data} />
      )}
    </>
  )
}

function Body({ answer, data, state, change, narrow, layout, onUpload, ...rows }: Omit<List, 'ref'>) {
  const { error } = answer
  if (error) {
    return <ErrorState error={error} title="Couldn’t load donations" onRetry={() => void answer.refetch()} />
  }
  if (!data) return <LoadingRows />
  if (data.total === 0) return <NoDonations state={state} change={change} onUpload={onUpload} />
  if (narrow) return <DonationCards donations={data.donations} {...rows} />
  if (!layout) return <LoadingRows />
  return <DonationsTable donations={data.donations} state={state} change={change} layout={layout} {...rows} />
}

const smallestPage = Math.min(...pageSizes)

function PageLine({ state, change, found }: Pick<List, 'state' | 'change'> & { found: donations.DonationList }) {
  const id = useId()
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-x-6 gap-y-3 sm:justify-between">
      <div className="flex items-center gap-2.5 whitespace-nowrap text-muted">
        <label htmlFor={id}>Per page</label>
        <Select
          id={id}
          small
          className="w-20!"
          value={state.size}
          onChange={(event) => {
            const size = pageSizes.find((choice) => choice === Number(event.target.value))
            if (size) change({ size })
          }}
        >
          {pageSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </Select>
      </div>
      <Pager
        page={state.page}
        perPage={state.size}
        total={found.total}
        isExact={found.total_is_exact}
        onPage={(page) => {
          change({ page })
          scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

const waitingRows = Array.from({ length: 14 }, (_, row) => row)

function LoadingRows() {
  const showsSkeleton = useSkeleton(true)
  return (
    <div className="min-h-[33rem]">
      {showsSkeleton && (
        <>
          <p className="flex h-9.5 items-center border-b border-hairline px-5 text-muted">Loading donations...</p>
          {waitingRows.map((row) => (
            <div key={row} className="flex h-9.5 items-center gap-6 border-b border-hairline px-5 last:border-b-0">
              <Skeleton className="h-3.5 w-24" />
              <Skeleton className={cx('h-3.5', row % 3 === 0 ? 'w-44' : row % 3 === 1 ? 'w-32' : 'w-52')} />
              <Skeleton className="ml-auto h-3.5 w-16" />
              <Skeleton className="hidden h-3.5 w-36 md:block" />
              <Skeleton className="hidden h-5 w-40 rounded-full! md:block" />
            </div>
          ))}
        </>
      )}
    </div>
  )
}

function NoDonations({ state, change, onUpload }: Pick<List, 'state' | 'change' | 'onUpload'>) {
  const upload = onUpload && (
    <Button icon={Upload} onClick={onUpload}>
      Upload
    </Button>
  )
  const clear = (label: string, cleared: Partial<ListState>) => (
    <Button variant="secondary" onClick={() => change(cleared)}>
      {label}
    </Button>
  )
  const { has_gifts } = useOrganization()
  const [sentence, action] = isFiltered({ ...state, period: undefined })
    ? ['No gifts match all of these filters.', clear('Clear filters', clearedFilters)]
    : !has_gifts || (state.period && isSamePeriod(state.period, {}))
      ? ['Upload a donation file to get started.', upload]
      : ['There are no gifts in this date range.', clear('Show any date', { period: {} })]
  return (
    <EmptyState icon={HandCoins} title="No donations found" action={action}>
      {sentence}
    </EmptyState>
  )
}
