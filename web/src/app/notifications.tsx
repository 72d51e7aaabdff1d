import { alerts, linkTo, screens } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { Bell, KeyRound, type LucideIcon, MailX, TriangleAlert, Unplug, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../api/use-api.ts'
import { useOrganization } from '../shared/current-organization.tsx'
import { buttonBaseClasses, buttonVariants } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { formatCount, formatMoment, plural } from '../ui/format.ts'
import { Popover } from '../ui/menu.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'

/** After this time, another screen or the focus of the window requests them again. */
const freshMs = 60_000

/** The dots of new entries stay until the next request. */
export default function Notifications({ startsOpen }: { startsOpen: boolean }) {
  const { id } = useOrganization()
  const params = { id }
  const [isOpen, setOpen] = useState(startsOpen)
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
        <button
          type="button"
          aria-label={unread > 0 ? `Notifications, ${formatCount(unread)} unread` : 'Notifications'}
          title="Notifications"
          className={cx(buttonBaseClasses, buttonVariants.quiet, 'size-11 shrink-0')}
        >
          <Bell className="size-5" aria-hidden="true" />
          {unread > 0 && (
            <span className="absolute top-0.5 right-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-on-danger">
              {formatCount(unread)}
            </span>
          )}
        </button>
      }
    >
      <h2 className="border-b border-hairline px-4 py-3 font-semibold">Notifications</h2>
      {data ? (
        <AlertList all={data.alerts} onOpen={() => setOpen(false)} />
      ) : response.error ? (
        <ErrorState error={response.error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Popover>
  )
}

function AlertList({ all, onOpen }: { all: readonly alerts.Alert[]; onOpen: () => void }) {
  const { time_zone: timeZone } = useOrganization()
  if (all.length === 0) return <p className="px-4 py-5 text-muted">Finished uploads and problems will appear here.</p>
  return (
    <ul className="max-h-112 divide-y divide-hairline overflow-y-auto">
      {all.map((alert) => {
        const { icon: Icon, textClass, title, detail, to } = lineOf(alert)
        return (
          <li key={`${alert.kind} ${alert.subject_id} ${alert.at}`}>
            <Link
              to={to}
              onClick={onOpen}
              className="flex gap-3 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-2 dark:hover:bg-ink/10"
            >
              <Icon className={cx('mt-0.5 size-4.5 shrink-0', textClass)} aria-hidden="true" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{title}</span>
                {detail && <span className="block text-[0.9375rem] wrap-anywhere">{detail}</span>}
                <time dateTime={alert.at} className="block text-sm text-muted">
                  {formatMoment(alert.at, timeZone)}
                </time>
              </span>
              {alert.is_new && (
                <span className="mt-2 size-2 shrink-0 rounded-full bg-brand">
                  <span className="sr-only">New</span>
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

type Line = {
  readonly icon: LucideIcon
  readonly textClass: string
  readonly title: string
  readonly detail: string
  readonly to: string
}

const problem = 'text-problem-text'

function lineOf({ kind, subject_id, name, detail, result }: alerts.Alert): Line {
  switch (kind) {
    case 'upload': {
      const to = linkTo(screens.uploads, { upload: subject_id ?? undefined })
      return result
        ? { icon: Upload, textClass: 'text-submitted-text', title: `${name} uploaded`, detail: resultOf(result), to }
        : { icon: TriangleAlert, textClass: problem, title: `Couldn’t upload ${name}`, detail, to }
    }
    case 'emails_paused':
      return {
        icon: MailX,
        textClass: problem,
        title: 'Donor emails are paused',
        detail: 'Too many of your last emails bounced.',
        to: screens.scheduledEmails,
      }
    case 'webhook_disabled':
      return { icon: Unplug, textClass: problem, title: 'Webhook turned off', detail: name, to: screens.webhooks }
    case 'key_network':
      return {
        icon: KeyRound,
        textClass: 'text-awaiting-text',
        title: `API key ${quoted(name)} used from a new address`,
        detail,
        to: screens.integrations,
      }
  }
}

const resultOf = ({ added, updated, rejected }: NonNullable<alerts.Alert['result']>): string =>
  [
    `${plural(added, 'gift')} added`,
    ...(updated > 0 ? [`${formatCount(updated)} updated`] : []),
    ...(rejected > 0 ? [`${plural(rejected, 'row')} rejected`] : []),
  ].join(', ')
