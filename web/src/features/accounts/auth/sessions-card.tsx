import { auth } from '@twofold/contract'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'

const cacheSessions = (sessions: auth.SessionLine[]) =>
  queryClient.setQueryData(queryKeyOf(auth.listSessions, {}), { sessions })

export function SessionsCard() {
  const { data, error, refetch } = useApiQuery(auth.listSessions, {}, { staleMs: 0 })
  const endOthers = useApiMutation(auth.endOtherSessions, { failed: 'Couldn’t sign out the other sessions' })
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0
  const signOutOthers = () =>
    endOthers.mutate(
      {},
      {
        onSuccess: ({ ended, sessions }) => {
          cacheSessions(sessions)
          toast({ title: 'Signed out everywhere else', description: `${plural(ended, 'other session')} ended.` })
        },
      },
    )
  return (
    <Card>
      <CardTitle
        aside={
          <Button
            variant="secondary"
            size="small"
            disabled={data !== undefined && others === 0}
            disabledReason="You’re only signed in here."
            busy={endOthers.isPending}
            onClick={signOutOthers}
          >
            Sign out everywhere else
          </Button>
        }
      >
        Where you are signed in
      </CardTitle>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="divide-y divide-hairline">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Loading />
      )}
    </Card>
  )
}

function SessionRow({ session }: { session: auth.SessionLine }) {
  const end = useApiMutation(auth.endOneSession, { failed: 'Couldn’t sign out this session' })
  const { id, current, device, address, created_at, last_seen_at } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          {device}
          {current && (
            <span className="ml-2 rounded-full bg-submitted-soft px-2 py-0.5 text-sm font-normal text-submitted-text">
              this device
            </span>
          )}
        </p>
        <p className="text-[0.9375rem] text-muted">
          {address && `From ${address}. `}Signed in {formatDateTime(created_at)}, last used{' '}
          {formatDateTime(last_seen_at)}.
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="small"
          busy={end.isPending}
          onClick={() => end.mutate({ body: { id } }, { onSuccess: ({ sessions }) => cacheSessions(sessions) })}
        >
          Sign out
          <span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}
