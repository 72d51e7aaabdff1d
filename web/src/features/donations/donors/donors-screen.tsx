import { donors, linkTo, screens } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Search, UsersRound } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, useOrganizationLabel } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatCount, formatDay, plural } from '../../../ui/format.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { donationTabs } from '../donations/index.ts'
import { describeTotalGiven, nameOfDonor } from './donor-text.ts'
import { SuppressionBadge } from './suppression-badge.tsx'

const perPage = 50

export default function DonorsScreen() {
  const organization = useOrganization()
  const [params, setParams] = useSearchParams()
  const search = (params.get('search') ?? '').trim().slice(0, 100)
  const page = pageIn(params)
  const { data, error, isPending, isPlaceholderData, refetch } = useApiQuery(
    donors.listDonors,
    { params: { id: organization.id }, query: { search, page, per_page: perPage } },
    { keepPrevious: true },
  )
  const showsSkeleton = useSkeleton(isPending)
  const updateQuery = (next: { search: string; page: number }) =>
    setParams({
      ...(next.search ? { search: next.search } : {}),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    })
  return (
    <>
      <PageHeading
        title="Donors"
        tabs={donationTabs}
        actions={
          <Button variant="secondary" asChild>
            <Link to={screens.doNotEmail}>Do not email</Link>
          </Button>
        }
      >
        All of your donors, with their gifts and matches.
      </PageHeading>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <SearchBox
          label="Find a donor"
          placeholder="Name or email"
          search={search}
          onSearch={(text) => updateQuery({ search: text, page: 1 })}
        />
        <p role="status" className="text-muted tabular-nums">
          {data && !isPlaceholderData ? `${formatCount(data.total)} Found` : ''}
        </p>
      </div>
      <Card padded={false} className="overflow-hidden" aria-busy={isPlaceholderData || undefined}>
        {(showsSkeleton || isPending) && <Rows isVisible={showsSkeleton} />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!showsSkeleton && data?.total === 0 && (
          <NoDonors search={search} onClear={() => updateQuery({ search: '', page: 1 })} />
        )}
        {!showsSkeleton && data && data.total > 0 && data.donors.length === 0 && (
          <EmptyState
            icon={UsersRound}
            title="This page doesn’t exist"
            action={
              <Button variant="secondary" onClick={() => updateQuery({ search, page: 1 })}>
                Go to the first page
              </Button>
            }
          />
        )}
        {!showsSkeleton && data && data.donors.length > 0 && (
          <>
            <DonorTable rows={data.donors} showsOrganization={organization.children.length > 0} />
            <DonorCards rows={data.donors} showsOrganization={organization.children.length > 0} />
          </>
        )}
      </Card>
      {data && (
        <div className="mt-4">
          <Pager
            page={page}
            perPage={perPage}
            total={data.total}
            onPage={(next) => updateQuery({ search, page: next })}
          />
        </div>
      )}
    </>
  )
}

function pageIn(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

function NoDonors({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') {
    return (
      <EmptyState icon={UsersRound} title="No donors yet">
        Upload a donation file or add a gift to get started.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Search}
      title={`No donors found matching ${quoted(search)}`}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      Try part of the name or email address.
    </EmptyState>
  )
}

type Rows = { rows: readonly donors.DonorRow[]; showsOrganization: boolean }

const head = 'px-4 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cell = 'px-4 py-2.5 align-top first:pl-5 last:pr-5'
const giftsOf = ({ sums }: donors.DonorRow): number => sums.reduce((count, { gifts }) => count + gifts, 0)
const cityOf = ({ city, state }: donors.DonorRow): string => [city, state].filter(Boolean).join(', ')

function DonorTable({ rows, showsOrganization }: Rows) {
  const nameOf = useOrganizationLabel()
  return (
    <div className="max-md:hidden">
      <table className="w-full border-collapse">
        <caption className="sr-only">Donors</caption>
        <thead className="border-b border-hairline bg-sunken/60">
          <tr>
            <th scope="col" className={head}>
              Donor
            </th>
            <th scope="col" className={head}>
              Place
            </th>
            {showsOrganization && (
              <th scope="col" className={head}>
                Organization
              </th>
            )}
            <th scope="col" className={cx(head, 'text-right')}>
              Gifts
            </th>
            <th scope="col" className={cx(head, 'text-right')}>
              Given
            </th>
            <th scope="col" className={head}>
              Last gift
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {rows.map((row) => (
            <tr key={row.id} className="hover:bg-sunken/70">
              <th scope="row" className={cx(cell, 'text-left font-normal')}>
                <DonorLink row={row} />
                {row.suppression && <SuppressionBadge suppression={row.suppression} className="ml-2" />}
                {row.name && <span className="block break-all text-[0.9375rem] text-muted">{row.email}</span>}
              </th>
              <td className={cell}>{cityOf(row) || '–'}</td>
              {showsOrganization && <td className={cell}>{nameOf(row.organization)}</td>}
              <td className={cx(cell, 'text-right tabular-nums')}>{formatCount(giftsOf(row))}</td>
              <td className={cx(cell, 'text-right whitespace-nowrap tabular-nums')}>{describeTotalGiven(row.sums)}</td>
              <td className={cx(cell, 'whitespace-nowrap')}>{row.last_gift ? formatDay(row.last_gift) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DonorCards({ rows, showsOrganization }: Rows) {
  const nameOf = useOrganizationLabel()
  return (
    <ul className="divide-y divide-hairline md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <DonorLink row={row} />
            <span className="font-semibold whitespace-nowrap tabular-nums">{describeTotalGiven(row.sums)}</span>
          </div>
          {row.name && <p className="break-all text-[0.9375rem] text-muted">{row.email}</p>}
          <p className="text-[0.9375rem] text-muted">
            {[
              plural(giftsOf(row), 'gift'),
              row.last_gift && `last ${formatDay(row.last_gift)}`,
              cityOf(row),
              showsOrganization && nameOf(row.organization),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {row.suppression && <SuppressionBadge suppression={row.suppression} className="mt-1" />}
        </li>
      ))}
    </ul>
  )
}

function DonorLink({ row }: { row: donors.DonorRow }) {
  return (
    <Link
      to={linkTo(screens.donor, { id: row.id })}
      className="inline-flex min-h-6 items-center rounded-sm font-semibold break-words hover:underline hover:decoration-1 hover:underline-offset-3 pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
    >
      {nameOfDonor(row)}
    </Link>
  )
}

function Rows({ isVisible }: { isVisible: boolean }) {
  return (
    <div
      className={cx('divide-y divide-hairline', !isVisible && 'invisible')}
      role="status"
      aria-label="Loading donors..."
    >
      {Array.from({ length: 10 }, (_, index) => index).map((row) => (
        <div key={row} className="flex h-15 items-center gap-6 px-5">
          <Skeleton className="h-4 w-52" />
          <Skeleton className="h-4 w-20" />
          <Skeleton className="ml-auto h-4 w-24 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
