import { alerts } from '@twofold/contract'
import { Bell } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../api/use-api.ts'
import { useOrganization } from '../shared/current-organization.tsx'
import { formatCount } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyComponent } from '../ui/lazy.tsx'
import { Popover } from '../ui/menu.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'

const NotificationList = lazyComponent<{ all: readonly alerts.Alert[]; onOpen: () => void }>(
  () => import('./notification-list.tsx'),
)

/** After this time, another screen or the focus of the window requests them again. */
const freshMs = 60_000

/** The dots of new entries stay until the next request. */
export function NotificationBell() {
  const { id } = useOrganization()
  const params = { id }
  const [isOpen, setOpen] = useState(false)
  const { pathname } = useLocation()
  const response = useApiQuery(alerts.listAlerts, { params }, { staleMs: freshMs })
  const markSeen = useApiMutation(alerts.markAlertsSeen)
  const { data, isStale, refetch } = response
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another screen requests them again
  useEffect(() => {
    if (isStale) void refetch()
  }, [pathname])
  const unread = data?.unread ?? 0
  const open = (next: boolean) => {
    setOpen(next)
    const [newest] = data?.alerts ?? []
    if (!next || unread === 0 || !newest) return
    markSeen.mutate({ params, body: { until: newest.at } })
    queryClient.setQueryData(queryKeyOf(alerts.listAlerts, { params }), { ...data, unread: 0 })
  }
  return (
    <Popover
      label="Notifications"
      align="end"
      // A toast must not cover the title.
      className="z-80 w-[24rem] p-0"
      open={isOpen}
      onOpenChange={open}
      trigger={
        <IconButton
          icon={Bell}
          label={unread > 0 ? `Notifications, ${formatCount(unread)} unread` : 'Notifications'}
          side="bottom"
        >
          {unread > 0 && (
            <span className="absolute top-0.5 right-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-on-danger">
              {formatCount(unread)}
            </span>
          )}
        </IconButton>
      }
    >
      <h2 className="border-b border-hairline px-4 py-3 font-semibold">Notifications</h2>
      {data ? (
        <Suspense fallback={<Loading />}>
          <NotificationList all={data.alerts} onOpen={() => setOpen(false)} />
        </Suspense>
      ) : response.error ? (
        <ErrorState error={response.error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Popover>
  )
}
