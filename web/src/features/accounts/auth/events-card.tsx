import { useInfiniteQuery } from '@tanstack/react-query'
import { auth } from '@twofold/contract'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { sentenceOf } from './event-text.ts'

export function EventsCard() {
  const trail = useInfiniteQuery({
    queryKey: [auth.listAccountEvents.name],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      call(auth.listAccountEvents, { query: pageParam ? { before: pageParam } : {} }, signal),
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = trail
  const events = data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Card>
      <CardTitle>Recent activity</CardTitle>
      <p className="text-muted">
        Only you can see this. If something wasn’t you, change your password and sign out everywhere else.
      </p>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : !data && <Loading />}
      {data && events.length === 0 && <p className="mt-3">No activity yet.</p>}
      <ol className="mt-3 divide-y divide-hairline">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
            <p className="min-w-0 wrap-anywhere">{sentenceOf(event)}</p>
            <p className="text-sm text-muted tabular-nums">
              <time dateTime={event.at}>{formatDateTime(event.at)}</time> · {event.device} · {event.address}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </Card>
  )
}
