import type { donors } from '@twofold/contract'
import { MailOpen } from 'lucide-react'
import { Link } from 'react-router'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import {
  describeAction,
  describeMailKind,
  describeUnopened,
  MailState,
  matchUrl,
  ViewEmailLink,
} from '../donations/index.ts'
import { describeActor, describeChange, describeEvent } from './donor-text.ts'

type Props = { donor: donors.DonorDetail }

export function DonorMails({ donor: { mails } }: Props) {
  const { time_zone } = useOrganization()
  const moment = (at: string) => formatDateTime(at, time_zone)
  return (
    <Card>
      <CardTitle>Emails</CardTitle>
      {mails.length === 0 && (
        <EmptyState icon={MailOpen} title="No emails yet">
          Emails to this donor about their matches will appear here.
        </EmptyState>
      )}
      <ul className="divide-y divide-hairline">
        {mails.map((mail) => (
          <li key={mail.id} className="py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <p className="min-w-0 font-semibold break-words">{mail.subject || describeMailKind(mail.kind)}</p>
              <MailState state={mail.state} bounced={mail.bounced} />
            </div>
            <p className="text-[0.9375rem] text-muted first-letter:uppercase">
              {[
                mail.sent_at
                  ? `sent ${moment(mail.sent_at)}`
                  : mail.state === 'queued' && `scheduled for ${moment(mail.send_at)}`,
                mail.recipient && `to ${mail.recipient}`,
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
            {mail.state === 'sent' && !mail.bounced && (
              <p className="text-[0.9375rem] text-muted">
                {mail.first_click
                  ? `Clicked ${moment(mail.first_click)}`
                  : mail.first_open
                    ? `Opened ${moment(mail.first_open)}`
                    : describeUnopened(mail)}
              </p>
            )}
            {mail.problem && <p className="text-[0.9375rem] text-muted">{mail.problem}</p>}
            <p className="text-[0.9375rem]">
              <MatchLink id={mail.donation_id} />
              {mail.sent_at && (
                <>
                  {' · '}
                  <ViewEmailLink id={mail.id} subject={mail.subject} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const MatchLink = ({ id }: { id: number }) => (
  <Link
    to={matchUrl(id)}
    className="inline-flex min-h-6 items-center text-brand-text underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
  >
    Match {id}
  </Link>
)

export function DonorHistory({ donor: { answers, events } }: Props) {
  const { time_zone } = useOrganization()
  return (
    <>
      <Card>
        <CardTitle>Donor’s answers</CardTitle>
        {answers.length === 0 && <p className="text-muted">Nothing yet.</p>}
        <ul className="space-y-3">
          {answers.map((answer) => (
            <li key={`${answer.at} ${answer.donation_id} ${answer.action}`}>
              <p>
                {describeAction(answer.action)} <MatchLink id={answer.donation_id} />
              </p>
              <p className="text-[0.9375rem] text-muted">{formatDateTime(answer.at, time_zone)}</p>
            </li>
          ))}
        </ul>
      </Card>
      {events.length > 0 && (
        <Card>
          <CardTitle>History</CardTitle>
          <ul className="space-y-3">
            {events.map((event) => (
              <li key={`${event.at} ${event.action}`}>
                <p>
                  {describeActor(event)} {describeEvent(event.action)}
                </p>
                {event.changes.map((change) => (
                  <p key={change.field} className="text-[0.9375rem] break-words text-muted">
                    {describeChange(change)}
                  </p>
                ))}
                <p className="text-[0.9375rem] text-muted">{formatDateTime(event.at, time_zone)}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
