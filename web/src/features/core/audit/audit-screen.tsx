import { useInfiniteQuery } from '@tanstack/react-query'
import { audit } from '@twofold/contract'
import { History } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { queryKeyOf } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { PageHeading, Toolbar } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState, ForbiddenState } from '../../../ui/states.tsx'
import { changesIn } from './audit-changes.ts'
import { auditFilterOf } from './audit-filter.ts'
import { withFormattedAmounts } from './audit-money.ts'
import { describeSubjectFilter } from './audit-subjects.ts'
import { isSelfExplanatory, sentenceOf } from './audit-text.ts'

export default function AuditScreen() {
  const { isAdmin } = usePermissions()
  return (
    <>
      <PageHeading title="Audit Trail">A permanent record of every change.</PageHeading>
      {isAdmin ? <Trail /> : <ForbiddenState>Only admins can see the audit trail.</ForbiddenState>}
    </>
  )
}

function Trail() {
  const organization = useOrganization()
  const [search, setSearch] = useSearchParams()
  const filter = auditFilterOf(search)
  const trail = useInfiniteQuery({
    queryKey: queryKeyOf(audit.listAudit, { params: { id: organization.id }, query: filter }),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        audit.listAudit,
        { params: { id: organization.id }, query: { ...filter, ...(pageParam ? { before: pageParam } : {}) } },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  })
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = trail
  const waiting = useSkeleton(isPending)
  const first = data?.pages[0]
  const events = data?.pages.flatMap((page) => page.events) ?? []
  const setFilter = (name: 'subject' | 'person', value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true },
    )
  const isFiltered = filter.subject !== undefined || filter.user_id !== undefined
  return (
    <>
      <Toolbar label="Filters">
        <Field name="subject" label="What" className="w-full sm:w-56">
          <Select value={filter.subject ?? ''} onChange={(event) => setFilter('subject', event.target.value)}>
            <option value="">Everything</option>
            {withChosen(first?.subjects ?? [], filter.subject).map((subject) => (
              <option key={subject} value={subject}>
                {describeSubjectFilter(subject)}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="person" label="Who" className="w-full sm:w-64">
          <Select value={filter.user_id ?? ''} onChange={(event) => setFilter('person', event.target.value)}>
            <option value="">Everyone</option>
            {(first?.people ?? []).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </Toolbar>
      <Card padded={false} className="overflow-hidden">
        {waiting && <Rows />}
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && events.length === 0 && (
          <EmptyState
            icon={History}
            title={isFiltered ? 'Nothing matches these filters' : 'No changes yet'}
            action={
              isFiltered && (
                <Button variant="secondary" onClick={() => setSearch({})}>
                  Clear filters
                </Button>
              )
            }
          />
        )}
        <ol className="divide-y divide-hairline">
          {events.map((event) => (
            <Line
              key={event.id}
              event={withFormattedAmounts(event, organization.currency)}
              timeZone={organization.time_zone}
            />
          ))}
        </ol>
      </Card>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older changes
          </Button>
        </div>
      )}
    </>
  )
}

/** A filter from an old link stays removable even if no entry matches it. */
const withChosen = (known: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || known.includes(chosen) ? known : [...known, chosen]

function Line({ event, timeZone }: { event: audit.AuditEvent; timeZone: string }) {
  const changes = isSelfExplanatory(event) ? [] : changesIn(event)
  return (
    <li className="px-5 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
        <p className="min-w-0 break-words">{sentenceOf(event)}</p>
        <p className="text-sm text-muted tabular-nums">
          <time dateTime={event.at}>{formatDateTime(event.at, timeZone)}</time>
          {event.address && ` · ${event.address}`}
        </p>
      </div>
      {changes.length > 0 && (
        <ul className="mt-1.5 space-y-0.5 text-[0.9375rem] text-muted">
          {changes.map(({ field, from, to }) => (
            <li key={field} className="break-words">
              <span className="font-semibold">{field}: </span>
              {from !== null && <span className={to === null ? '' : 'line-through decoration-1'}>{from}</span>}
              {from !== null && to !== null && <span aria-hidden="true"> → </span>}
              {from !== null && to !== null && <span className="sr-only"> became </span>}
              {to !== null && <span className="text-ink">{to}</span>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading the audit trail...">
      {Array.from({ length: 8 }, (_, index) => index).map((row) => (
        <div key={row} className="flex h-13 items-center gap-6 px-5">
          <Skeleton className="h-4 w-96 max-w-[60%]" />
          <Skeleton className="ml-auto h-4 w-32" />
        </div>
      ))}
    </div>
  )
}
