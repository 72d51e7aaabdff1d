import type { mails } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { session } from '../../../api/session.ts'
import { useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { EmailFrame } from '../../../ui/email-frame.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { formatUpcoming } from '../../../ui/format-upcoming.ts'
import {
  describeContents,
  describeLimits,
  formatDays,
  outgoingCount,
  outgoingSentence,
  waitReasons,
} from './mail-text.ts'

export function SendReview({
  review,
  several = false,
  showsReasons = false,
}: {
  review: mails.SendReview
  several?: boolean
  showsReasons?: boolean
}) {
  const current = useCurrentOrganization()
  // Emails of several organizations use the reader's time zone.
  const timeZone = current.state === 'ready' && !several ? current.organization.time_zone : ownTimeZone()
  const { mails: count, held, last_at: last, first_at: first, waits_because: waits } = review
  const warmUp = waits === null ? review.warm_up : undefined
  const about = outgoingCount(review) > 0 ? describeContents(review) : []
  const isSpread =
    !warmUp && waits === null && first !== null && last !== null && last.slice(0, 13) !== first.slice(0, 13)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex gap-2 font-semibold">
        <Mail className="mt-0.5 size-5 shrink-0 text-brand-text" aria-hidden="true" />
        <span>{outgoingSentence(review, timeZone, session.serverNow())}</span>
      </p>
      {about.length > 0 && (
        <ul className="list-disc space-y-0.5 pl-12 text-[0.9375rem] marker:text-muted">
          {about.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {review.listed !== undefined && (
        <p className="text-[0.9375rem]">
          {plural(review.listed, 'more gift is', 'more gifts are')} listed in these emails, so each donor gets one.
        </p>
      )}
      {review.neutral_greetings !== undefined && (
        <p className="text-[0.9375rem]">
          {plural(review.neutral_greetings, 'email starts', 'emails start')} with “Hello,” because the donor’s name is
          unclear.
        </p>
      )}
      {waits && <p className="text-[0.9375rem]">{waitReasons[waits]}</p>}
      {held > 0 && (waits === null || held < count) && (
        <p className="text-[0.9375rem]">
          {formatCount(held)} more will wait until your team releases {held === 1 ? 'it' : 'them'}.
        </p>
      )}
      {warmUp && (
        <p className="text-[0.9375rem]">
          {formatDays(warmUp.by_day, several ? null : dayAt(session.serverNow(), timeZone))}. {warmUp.domain} is new to
          sending, so we increase daily volume gradually to avoid spam filters.
        </p>
      )}
      {isSpread && (
        <p className="text-[0.9375rem] text-muted">Last one: {formatUpcoming(last, timeZone, session.serverNow())}.</p>
      )}
      {count > 0 && (
        <p className="text-[0.9375rem] text-muted">{describeLimits(several ? undefined : review.email_limit)}</p>
      )}
      {review.sample && <Sample sample={review.sample} isOnly={count === 1} />}
      {review.not_sent.length > 0 && <NotSent reasons={review.not_sent} isOpen={showsReasons} />}
    </div>
  )
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const summary =
  'min-h-11 cursor-pointer rounded-control py-2.5 font-semibold text-brand-text underline-offset-2 hover:underline'

function Sample({ sample, isOnly }: { sample: mails.MailSample; isOnly: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={summary}>{isOnly ? 'See the email' : 'See one of these emails'}</summary>
      {isOpen && <SampleFrame sample={sample} />}
    </details>
  )
}

export function SampleFrame({ sample }: { sample: mails.MailSample }) {
  return (
    <>
      <dl className="mb-2 text-[0.9375rem]">
        <div className="flex gap-2">
          <dt className="text-muted">From</dt>
          <dd className="min-w-0 break-words">{sample.from}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">To</dt>
          <dd className="min-w-0 break-words">{sample.to}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">Subject</dt>
          <dd className="min-w-0 break-words">{sample.subject}</dd>
        </div>
      </dl>
      <EmailFrame
        title="Sample email"
        html={sample.html}
        className="h-112 w-full rounded-card border border-hairline bg-white"
      />
    </>
  )
}

function NotSent({ reasons, isOpen }: { reasons: mails.SendReview['not_sent']; isOpen: boolean }) {
  const count = reasons.reduce((sum, reason) => sum + reason.count, 0)
  return (
    <details open={isOpen}>
      <summary className={summary}>{plural(count, 'email')} won’t be sent</summary>
      <ul className="space-y-1 text-[0.9375rem]">
        {reasons.map((reason) => (
          <li key={reason.why} className="flex gap-2">
            <span className="tabular-nums">{formatCount(reason.count)}</span>
            <span>{reason.why}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
