import { linkTo, screens, suppressions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { ArrowLeft, MailCheck, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, useOrganizationLabel, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatCount, formatDay } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { suppressionLabel } from './donor-text.ts'
import { SuppressionBadge } from './suppression-badge.tsx'

const ReleaseDialog = lazyDialog(() => import('./release-suppression-dialog.tsx'))

const perPage = 50
type Row = suppressions.SuppressedRow
type Place = { search: string; reason: suppressions.SuppressionReason | undefined; page: number }

export default function SuppressionsScreen() {
  const { id, children } = useOrganization()
  const permissions = usePermissions()
  const [params, setParams] = useSearchParams()
  const query = queryOf(params)
  const { search, reason, page } = query
  const [releasing, setReleasing] = useState<Row | null>(null)
  const { data, error, isPending, refetch } = useApiQuery(
    suppressions.listSuppressions,
    { params: { id }, query: { search, reason, page, per_page: perPage } },
    { keepPrevious: true, staleMs: 0 },
  )
  const showsSkeleton = useSkeleton(isPending)
  const updateQuery = (next: Partial<Place>) => setParams(paramsOf({ ...query, page: 1, ...next }))
  const total = data ? totalOf(data.counts, reason) : 0
  return (
    <>
      <PageHeading
        title="Do not email"
        actions={
          <Button variant="secondary" icon={ArrowLeft} asChild>
            <Link to={screens.donors}>All donors</Link>
          </Button>
        }
      >
        We don’t email these donors. Each one shows the reason.
      </PageHeading>
      <div className="mb-4 flex flex-wrap items-end gap-x-5 gap-y-3">
        <SearchBox
          label="Find a donor"
          placeholder="Name or email"
          search={search}
          onSearch={(text) => updateQuery({ search: text })}
        />
        <Field name="reason" label="Reason" className="w-full sm:w-56">
          <Select value={reason ?? ''} onChange={(event) => updateQuery({ reason: reasonIn(event.target.value) })}>
            <option value="">Any reason</option>
            {suppressions.suppressionReasons.map((suppressionReason) => (
              <option key={suppressionReason} value={suppressionReason}>
                {suppressionLabel({ reason: suppressionReason })}
                {data ? ` (${formatCount(data.counts[suppressionReason])})` : ''}
              </option>
            ))}
          </Select>
        </Field>
        <p role="status" className="pb-2.5 text-muted tabular-nums sm:ml-auto">
          {data ? `${formatCount(total)} Found` : ''}
        </p>
      </div>
      {showsSkeleton && <Skeleton className="h-64 w-full rounded-card" />}
      {!data && error && (
        <ErrorState error={error} title={suppressions.suppressionMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && (
        <Card padded={false}>
          {data.suppressions.length === 0 ? (
            <NoSuppressions
              query={query}
              isPastLastPage={total > 0}
              onClear={() => updateQuery({ search: '', reason: undefined })}
            />
          ) : (
            <ul aria-label="Do not email" className="divide-y divide-hairline">
              {data.suppressions.map((row) => (
                <SuppressionRow
                  key={`${row.organization.id} ${row.email}`}
                  row={row}
                  showsOrganization={children.length > 0}
                  onRelease={permissions.write ? () => setReleasing(row) : null}
                />
              ))}
            </ul>
          )}
        </Card>
      )}
      <div className="mt-4">
        <Pager page={page} perPage={perPage} total={total} onPage={(next) => updateQuery({ page: next })} />
      </div>
      {releasing && <ReleaseDialog row={releasing} onClose={() => setReleasing(null)} />}
    </>
  )
}

function SuppressionRow({
  row,
  showsOrganization,
  onRelease,
}: {
  row: Row
  showsOrganization: boolean
  onRelease: (() => void) | null
}) {
  const { donor_id, donor_name, email, detail, organization, at } = row
  const nameOf = useOrganizationLabel()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        {donor_id === null ? (
          <span className="font-semibold break-all">{email}</span>
        ) : (
          <Link
            to={linkTo(screens.donor, { id: donor_id })}
            className="inline-flex min-h-6 items-center rounded-sm font-semibold break-all hover:underline hover:decoration-1 hover:underline-offset-3 pointer-coarse:min-h-11"
          >
            {donor_name || email}
          </Link>
        )}
        {donor_name && <span className="block break-all text-[0.9375rem] text-muted">{email}</span>}
        {detail && <span className="block break-words text-[0.9375rem] text-muted">{quoted(detail)}</span>}
      </div>
      <div className="basis-52 text-[0.9375rem] text-muted">
        <SuppressionBadge suppression={row} />
        <span className="mt-1 block">Since {formatDay(at)}</span>
        {showsOrganization && <span className="block break-words">{nameOf(organization)}</span>}
      </div>
      {onRelease && (
        <Button variant="secondary" size="small" aria-label={`Email again: ${email}`} onClick={onRelease}>
          Email again
        </Button>
      )}
    </li>
  )
}

function NoSuppressions({
  query,
  isPastLastPage,
  onClear,
}: {
  query: Place
  isPastLastPage: boolean
  onClear: () => void
}) {
  if (!isPastLastPage && query.search === '' && !query.reason) {
    return (
      <EmptyState icon={MailCheck} title="Everyone can be emailed">
        Donors who unsubscribe, report spam, or bounce will appear here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={Search}
      title={isPastLastPage ? 'This page doesn’t exist' : 'No results'}
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all
        </Button>
      }
    />
  )
}

const reasonIn = (text: string | null) => suppressions.suppressionReasons.find((reason) => reason === text)

function queryOf(params: URLSearchParams): Place {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    reason: reasonIn(params.get('reason')),
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

const paramsOf = ({ search, reason, page }: Place) => ({
  ...(search ? { search } : {}),
  ...(reason ? { reason } : {}),
  ...(page > 1 ? { page: String(page) } : {}),
})

const totalOf = (counts: Record<suppressions.SuppressionReason, number>, reason: Place['reason']): number =>
  reason
    ? counts[reason]
    : suppressions.suppressionReasons.reduce((sum, suppressionReason) => sum + counts[suppressionReason], 0)
