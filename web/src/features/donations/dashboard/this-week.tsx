import { linkTo, mails, type organizations, screens, statistics } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { session } from '../../../api/session.ts'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, plural } from '../../../ui/format.ts'
import { formatUpcoming, formatUpcomingDay, isSameDay } from '../../../ui/format-upcoming.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { deadlinesUrl, matchUrl, unansweredUrl } from '../donations/index.ts'

type Task = {
  readonly count: number
  readonly text: string
  readonly detail?: ReactNode
  readonly action: string
  readonly to: string
}

const { recentBounceDays, upcomingDeadlineDays } = statistics

export function ThisWeek({
  organization,
  summary,
}: {
  organization: organizations.Organization
  summary: statistics.MatchSummary
}) {
  const tasks = tasksOf(summary, organization.today).filter(({ count }) => count > 0)
  const emails = useEmailTask(organization)
  const shownTasks = emails === 'loading' || emails === null ? tasks : [...tasks, emails]
  return (
    <Card aria-labelledby="this-week" className="flex flex-col">
      <h2 id="this-week" className="mb-1.5 text-xl leading-7 font-semibold tracking-[-0.01em]">
        This week
      </h2>
      {shownTasks.length > 0 && (
        <ul aria-labelledby="this-week" className="divide-y divide-hairline">
          {shownTasks.map((task) => (
            <TaskRow key={task.to} {...task} />
          ))}
        </ul>
      )}
      {emails === 'loading' && <Skeleton className="my-2 h-7 w-3/5" />}
      {shownTasks.length === 0 && emails !== 'loading' && (
        <NoTasks deadline={summary.deadlines[0]} today={organization.today} />
      )}
    </Card>
  )
}

function TaskRow({ text, detail, action, to }: Task) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-x-4 py-1">
      <p className="min-w-0 break-words">
        <span className="font-semibold">{text}</span>
        {detail && <span className="text-[0.9375rem] text-muted"> · {detail}</span>}
      </p>
      <Button variant="secondary" size="small" asChild className="shrink-0">
        <Link to={to} aria-label={`${action}: ${text}`}>
          {action}
        </Link>
      </Button>
    </li>
  )
}

type DeadlineProps = { deadline: statistics.MatchSummary['deadlines'][number]; today: string }

function NoTasks({
  deadline,
  today,
}: Pick<DeadlineProps, 'today'> & { deadline: DeadlineProps['deadline'] | undefined }) {
  return (
    <p className="mt-1 text-muted">
      Nothing to do right now.
      {deadline && (
        <>
          {' '}
          Next deadline: <Deadline deadline={deadline} today={today} />.
        </>
      )}
    </p>
  )
}

function Deadline({ deadline, today }: DeadlineProps) {
  const { day, donation_id, donor_name, company_name } = deadline
  return (
    <Link to={matchUrl(donation_id)} className="underline decoration-edge underline-offset-3 hover:decoration-current">
      <time dateTime={day}>{formatUpcomingDay(day, today)}</time>, {donor_name || 'a donor'}
      {company_name && `, ${company_name}`}
    </Link>
  )
}

function tasksOf({ to_verify, to_do, deadlines }: statistics.MatchSummary, today: string): Task[] {
  const [next] = deadlines
  return [
    {
      count: to_verify.count,
      text: `${plural(to_verify.count, 'match', 'matches')} to sign or verify`,
      action: 'Sign',
      to: screens.verifications,
    },
    {
      count: to_do.deadlines_soon,
      text: `${plural(to_do.deadlines_soon, 'deadline', 'deadlines')} in the next ${upcomingDeadlineDays} days`,
      detail: next && (
        <>
          first <Deadline deadline={next} today={today} />
        </>
      ),
      action: 'See',
      to: deadlinesUrl(upcomingDeadlineDays),
    },
    {
      count: to_do.unanswered,
      text: `${plural(to_do.unanswered, 'match', 'matches')} to follow up`,
      detail: 'email opened over a week ago, no request',
      action: 'See',
      to: unansweredUrl,
    },
    {
      count: to_do.payout_lines,
      text: `${plural(to_do.payout_lines, 'payout line', 'payout lines')} to review`,
      action: 'Review',
      to: screens.waitingPayouts,
    },
    {
      count: to_do.rejected_rows,
      text: `${plural(to_do.rejected_rows, 'row', 'rows')} of the last upload to fix`,
      action: 'Fix',
      to: screens.uploads,
    },
    {
      count: to_do.bounces,
      text: `${plural(to_do.bounces, 'email address', 'email addresses')} bounced`,
      detail: `in the last ${recentBounceDays} days`,
      action: 'Update',
      to: linkTo(screens.doNotEmail, { reason: 'bounced' }),
    },
  ]
}

const waitingTasks: Record<
  NonNullable<mails.SendReview['waits_because']>,
  Pick<Task, 'action' | 'to'> & { why: string }
> = {
  held: { why: 'on hold', action: 'Review', to: screens.scheduledEmails },
  held_by_support: { why: 'on hold by our support', action: 'Review', to: screens.scheduledEmails },
  directory: { why: 'on hold until you review them', action: 'Review', to: screens.scheduledEmails },
  payout: { why: 'on hold until you review them', action: 'Review', to: screens.scheduledEmails },
  bounces: { why: 'paused: too many emails bounced', action: 'Review', to: screens.scheduledEmails },
  no_address: {
    why: 'waiting for your mailing address',
    action: 'Add',
    to: linkTo(screens.organizationDetails, { tab: 'address' }),
  },
}

function useEmailTask({ id, time_zone }: organizations.Organization): Task | 'loading' | null {
  const { data, isPending } = useApiQuery(mails.getWaitingMails, { params: { id }, query: {} })
  if (isPending) return 'loading'
  const review = data?.review
  if (!review || review.mails === 0) return null
  const emailsOf = (count: number) =>
    `${review.is_whole ? '' : 'At least '}${plural(count, 'donor email', 'donor emails')}`
  if (review.waits_because !== null || review.held === review.mails) {
    const { why, ...task } = waitingTasks[review.waits_because ?? 'held']
    return { ...task, count: review.mails, text: `${emailsOf(review.mails)} ${why}` }
  }
  const count = review.mails - review.held
  return {
    count,
    text: `${emailsOf(count)} ready to send`,
    detail: [
      ...(review.first_at ? [`first ${describeUpcoming(review.first_at, time_zone)}`] : []),
      ...(review.held > 0 ? [`${formatCount(review.held)} more on hold`] : []),
    ].join(', '),
    action: 'Review',
    to: screens.scheduledEmails,
  }
}

function describeUpcoming(moment: string, timeZone: string): string {
  const now = session.serverNow()
  const at = formatUpcoming(moment, timeZone, now)
  return isSameDay(moment, timeZone, now) ? `today, ${at}` : at
}
