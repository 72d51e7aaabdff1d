import { type alerts, linkTo, screens } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { KeyRound, type LucideIcon, MailX, TriangleAlert, Unplug, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { useOrganization } from '../shared/current-organization.tsx'
import { cx } from '../ui/class-names.ts'
import { formatCount, formatDateTime, plural } from '../ui/format.ts'

export default function NotificationList({ all, onOpen }: { all: readonly alerts.Alert[]; onOpen: () => void }) {
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
                  {formatDateTime(alert.at, timeZone)}
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
