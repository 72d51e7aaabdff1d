import type { donations } from '@twofold/contract'
import { CircleSlash, Clock, type LucideIcon, MailCheck, MailOpen, MailX, MousePointerClick, Send } from 'lucide-react'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { formatDateTime } from '../../../../ui/format.ts'
import { EmptyState } from '../../../../ui/states.tsx'
import { describeMailKind, describeUnopened } from './match-text.ts'
import { ViewEmailLink } from './view-email-link.tsx'

type Mail = donations.DonationDetail['notifications'][number]

const states: Record<Mail['state'], { icon: LucideIcon; label: string; className: string }> = {
  queued: { icon: Clock, label: 'Scheduled', className: 'bg-awaiting-soft text-awaiting-text' },
  sending: { icon: Send, label: 'Sending', className: 'bg-verify-soft text-verify-text' },
  sent: { icon: MailCheck, label: 'Sent', className: 'bg-submitted-soft text-submitted-text' },
  failed: { icon: MailX, label: 'Failed', className: 'bg-problem-soft text-problem-text' },
  skipped: { icon: CircleSlash, label: 'Not sent', className: 'bg-closed-soft text-closed-text' },
}

export function MatchMails({ mails }: { mails: readonly Mail[] }) {
  const { time_zone } = useOrganization()
  const moment = (at: string) => formatDateTime(at, time_zone)
  if (mails.length === 0) {
    return (
      <EmptyState icon={MailOpen} title="No emails yet">
        Emails to the donor about this match will appear here.
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-hairline">
      {mails
        .toSorted((a, b) => b.send_at.localeCompare(a.send_at))
        .map((mail) => (
          <li key={mail.id} className="py-4 first:pt-0">
            <div className="flex items-start justify-between gap-4">
              <p className="min-w-0 font-semibold break-words">{mail.subject || describeMailKind(mail.kind)}</p>
              <MailState state={mail.state} bounced={mail.bounced} />
            </div>
            <p className="mt-0.5 text-[0.9375rem] text-muted first-letter:uppercase">
              {formatWhen(mail, moment).join(' · ')}
            </p>
            {mail.problem && (
              <p className={cx('mt-1', mail.state === 'failed' ? 'text-problem-text' : 'text-muted')}>{mail.problem}</p>
            )}
            {mail.state === 'sent' && !mail.bounced && (
              <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]">
                <Reaction
                  icon={MailOpen}
                  at={mail.first_open && moment(mail.first_open)}
                  done="Opened"
                  open={describeUnopened(mail)}
                />
                <Reaction
                  icon={MousePointerClick}
                  at={mail.first_click && moment(mail.first_click)}
                  done="Clicked"
                  open="Not clicked yet"
                />
              </ul>
            )}
            {mail.sent_at && (
              <p className="mt-1.5 text-[0.9375rem]">
                <ViewEmailLink id={mail.id} subject={mail.subject} />
              </p>
            )}
          </li>
        ))}
    </ul>
  )
}

function formatWhen(mail: Mail, moment: (at: string) => string): string[] {
  return [
    ...(mail.subject ? [describeMailKind(mail.kind)] : []),
    `ID ${mail.id}`,
    mail.sent_at ? `sent ${moment(mail.sent_at)}` : `recorded ${moment(mail.created_at)}`,
    ...(mail.state === 'queued' ? [`scheduled for ${moment(mail.send_at)}`] : []),
  ]
}

const bouncedState = { icon: MailX, label: 'Bounced', className: 'bg-problem-soft text-problem-text' }

export function MailState({ state, bounced = false }: { state: Mail['state']; bounced?: boolean }) {
  const { icon: Icon, label, className } = bounced ? bouncedState : states[state]
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1.5 rounded-full px-2.5 py-0.5 text-[0.875rem] leading-5 font-semibold',
        className,
      )}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      {label}
    </span>
  )
}

function Reaction({ icon: Icon, at, done, open }: { icon: LucideIcon; at: string | null; done: string; open: string }) {
  return (
    <li className={cx('flex items-center gap-1.5', !at && 'text-muted')}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {at ? `${done} ${at}` : open}
    </li>
  )
}
