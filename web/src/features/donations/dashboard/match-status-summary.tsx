import { type Currency, organizations, screens, statistics } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatMoney, plural } from '../../../ui/format.ts'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { deadlinesUrl, donationsUrl, matchUrl } from '../donations/index.ts'
import { formatOtherCurrencies, formatSums } from './charts/figures.ts'
import { estimatedWords } from './estimated-words.ts'

const deadlinesShown = 3
const anyDay = {}
const grid = 'grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-[repeat(4,minmax(0,1fr))_minmax(0,1.4fr)]'
/** The link covers the whole figure. */
const wholeLink =
  'outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:-inset-2 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus'

/** Money received, open tasks, estimates and the next deadlines, for all dates. */
export function MatchStatusSummary({ organization }: { organization: organizations.Organization }) {
  const { data, error, refetch } = useApiQuery(statistics.getMatchSummary, { params: { id: organization.id } })
  const waiting = useSkeleton(!data && !error)
  if (error && !data) {
    return (
      <p role="alert" className="mb-8 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        Couldn’t load the summary.
        <Button look="secondary" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (!data) return <Waiting seen={waiting} />
  const {
    currency,
    with_donors,
    received,
    received_unestimated: unestimated,
    money,
    with_employers,
    to_verify,
    deadlines,
  } = data
  const matches = with_donors.count + received.count + with_employers.count + to_verify.count
  const tasks = tasksOf(data)
  const nothing = matches === 0 && deadlines.length === 0
  return (
    <Card aria-label="Summary" className="mb-8">
      <h2 className="mb-4 text-xl leading-7 font-semibold tracking-[-0.01em]">
        Where your matches stand{' '}
        <span className="text-[0.9375rem] font-normal tracking-normal text-muted">
          all time{organization.children.length > 0 && ', with your chapters'}
        </span>
      </h2>
      {(!nothing || money.matches > 0) && <Received money={money} currency={currency} />}
      {tasks.length > 0 && <Tasks tasks={tasks} />}
      {nothing ? (
        <p className="text-muted">
          {organizations.isClosed(organization)
            ? 'This organization is closed, and no matches are open. '
            : organization.complete
              ? 'Nothing to do right now. '
              : 'Your gifts are in. We’ll check them for matches as soon as setup is complete. '}
          <Link to={screens.donations} className="font-semibold text-brand-text underline underline-offset-3">
            Go to Donations
          </Link>
        </p>
      ) : (
        <div className={grid}>
          <Figure
            title="Waiting on donors"
            to={donationsUrl('donor_contacted', anyDay)}
            value={formatMoney(with_donors.matched, currency)}
          >
            estimated, {plural(with_donors.count, 'match', 'matches')}
            <Others bucket={with_donors} />
          </Figure>
          <Figure
            title="Waiting on you"
            to={donationsUrl('npo_verify', anyDay)}
            value={formatMoney(to_verify.matched, currency)}
          >
            {to_verify.count === 0
              ? 'Nothing to sign'
              : `estimated, ${plural(to_verify.count, 'match', 'matches')} to sign or verify`}
            <Others bucket={to_verify} />
          </Figure>
          <Figure
            title="Waiting on employers"
            to={donationsUrl(statistics.summaryFilters.with_employers.join(','), anyDay)}
            value={formatMoney(with_employers.matched, currency)}
          >
            estimated, {plural(with_employers.count, 'match', 'matches')}
            <Others bucket={with_employers} />
          </Figure>
          <Figure
            title="Approved or paid"
            to={donationsUrl(statistics.summaryFilters.received.join(','), anyDay)}
            value={formatMoney(received.matched, currency)}
          >
            {estimatedWords(received, unestimated)}
            <Others bucket={received} />
          </Figure>
          <Deadlines deadlines={deadlines.slice(0, deadlinesShown)} />
        </div>
      )}
    </Card>
  )
}

type Task = { readonly text: string; readonly to: string }

function tasksOf({ to_verify, to_do }: statistics.MatchSummary): Task[] {
  const { upcomingDeadlineDays: soonDays } = statistics
  const soon = plural(to_do.deadlines_soon, 'deadline', 'deadlines')
  const tasks: (Task & { readonly count: number })[] = [
    {
      count: to_verify.count,
      text: `${plural(to_verify.count, 'match', 'matches')} to sign or verify`,
      to: screens.verifications,
    },
    {
      count: to_do.deadlines_soon,
      text: `${soon} in the next ${soonDays} days`,
      to: deadlinesUrl(soonDays),
    },
    {
      count: to_do.payout_lines,
      text: `${plural(to_do.payout_lines, 'payout line', 'payout lines')} to review`,
      to: screens.waitingPayouts,
    },
    {
      count: to_do.rejected_rows,
      text: `${plural(to_do.rejected_rows, 'row', 'rows')} of the last upload to fix`,
      to: screens.uploads,
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}

/** Open tasks of the team, each linked to its screen. */
function Tasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul aria-label="To do" className="mb-5 flex flex-wrap gap-2">
      {tasks.map(({ text, to }) => (
        <li key={to}>
          <Button look="secondary" size="small" asChild>
            <Link to={to}>{text}</Link>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** As tall as the figures that replace it, on phones and wide screens, so that the content below does not move. */
function Waiting({ seen }: { seen: boolean }) {
  return (
    <Card className={cx('mb-8', !seen && 'invisible')}>
      <Skeleton className="mb-4 h-7 w-40" />
      <Skeleton className="mb-5 h-18 w-64 max-w-full" />
      <Skeleton className="mb-5 h-9 w-3/4" />
      <div className={grid}>
        {Array.from({ length: 4 }, (_, place) => place).map((place) => (
          <Skeleton key={place} className="h-[5.125rem] w-full xl:h-26" />
        ))}
        <Skeleton className="h-38 w-full sm:max-xl:col-span-2 xl:h-46" />
      </div>
    </Card>
  )
}

/** Money received through payouts, in the largest type on the screen. Currencies are never added together. */
function Received({ money, currency }: { money: statistics.MoneyReceived; currency: Currency }) {
  const others = formatSums(money.other_received)
  return (
    <div className="group relative mb-5 w-fit max-w-full">
      <h3 className="text-[0.9375rem] text-muted">
        <Link to={screens.payouts} className={wholeLink}>
          Received
        </Link>
      </h3>
      <p className="text-[2.5rem] leading-tight font-semibold tracking-[-0.02em] break-words tabular-nums">
        {formatMoney(money.received, currency)}
      </p>
      <p className="text-[0.9375rem] text-muted tabular-nums">
        {others !== '' && `and ${others}, `}
        {money.matches === 0 ? 'No payments from employers yet' : `from ${plural(money.matches, 'match', 'matches')}`}
      </p>
    </div>
  )
}

function Others({ bucket }: { bucket: statistics.MatchBucket }) {
  const others = formatOtherCurrencies(bucket, 'matched')
  return others && <span className="block">and {others}</span>
}

function Figure({ title, to, value, children }: { title: string; to: string; value: string; children: ReactNode }) {
  return (
    <div className="group relative min-w-0">
      <h3 className="text-[0.9375rem] text-muted">
        <Link to={to} className={wholeLink}>
          {title}
        </Link>
      </h3>
      <p className="mt-0.5 text-xl leading-7 tracking-[-0.01em] break-words tabular-nums">{value}</p>
      <p className="text-[0.9375rem] text-muted tabular-nums">{children}</p>
    </div>
  )
}

function Deadlines({ deadlines }: { deadlines: statistics.MatchSummary['deadlines'] }) {
  return (
    <div className="min-w-0 border-hairline max-xl:border-t max-xl:pt-4 sm:max-xl:col-span-2 xl:border-l xl:pl-8">
      <h3 className="text-[0.9375rem] text-muted">Next deadlines</h3>
      {deadlines.length === 0 ? (
        <p className="mt-1">No upcoming deadlines.</p>
      ) : (
        <ul aria-label="Next deadlines" className="mt-0.5">
          {deadlines.map((one) => (
            <li key={one.donation_id}>
              <Link
                to={matchUrl(one.donation_id)}
                className="flex min-h-7 items-center justify-between gap-3 hover:underline hover:underline-offset-3 xl:flex-col xl:items-start xl:gap-0 xl:py-1 pointer-coarse:min-h-11"
              >
                <span className="min-w-0 break-words">
                  {one.donor_name || 'A donor'}
                  <span className="text-muted">{one.company_name && `, ${one.company_name}`}</span>
                </span>
                <time dateTime={one.day} className="shrink-0 text-[0.9375rem]">
                  {formatDay(one.day)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
