import { type Currency, type organizations, screens, statistics } from '@twofold/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoney, plural } from '../../../ui/format.ts'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { donationsUrl } from '../donations/index.ts'
import { formatSums } from './charts/figures.ts'
import { addMatches } from './open-matches.ts'
import { ThisWeek } from './this-week.tsx'

const anyDay = {}
const grid = 'mb-7 grid gap-4 lg:grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)]'
const wholeLink =
  'outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:-inset-1.5 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus'

type Props = { organization: organizations.Organization }

export function MatchStatusSummary({ organization }: Props) {
  const { data, error, refetch } = useApiQuery(statistics.getMatchSummary, { params: { id: organization.id } })
  const showsSkeleton = useSkeleton(!data && !error)
  if (error && !data) {
    return (
      <p role="alert" className="mb-8 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        Couldn’t load the summary.
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (!data) return <LoadingSummary isVisible={showsSkeleton} />
  return (
    <section aria-label="Summary" className={grid}>
      <ThisWeek organization={organization} summary={data} />
      <Money summary={data} />
    </section>
  )
}

/** As tall as what replaces it, so that the content below does not move. */
function LoadingSummary({ isVisible }: { isVisible: boolean }) {
  return (
    <div className={cx(grid, !isVisible && 'invisible')}>
      <Card>
        <Skeleton className="mb-3 h-7 w-40" />
        {Array.from({ length: 4 }, (_, row) => row).map((row) => (
          <Skeleton key={row} className="my-2 h-8 w-full" />
        ))}
      </Card>
      <Card>
        <Skeleton className="mb-4 h-22 w-48 max-w-full" />
        <Skeleton className="mb-3 h-13 w-full" />
        <Skeleton className="h-13 w-full" />
      </Card>
    </div>
  )
}

/** Currencies are never added together. */
function Money({ summary }: { summary: statistics.MatchSummary }) {
  const { currency, money, money_this_year: thisYear } = summary
  const otherCurrencies = formatSums(thisYear.other_received)
  const { with_donors, to_verify, with_employers } = statistics.summaryFilters
  return (
    <Card aria-label="Money" className="flex flex-col gap-4">
      <div className="group relative w-fit max-w-full">
        <h3 className="text-[0.9375rem] text-muted">
          <Link to={screens.payouts} className={wholeLink}>
            {`Received in ${thisYear.year}`}
          </Link>
        </h3>
        <p className="text-[2.25rem] leading-tight font-semibold tracking-[-0.02em] break-words tabular-nums">
          {formatMoney(thisYear.received, currency)}
        </p>
        <p className="text-[0.9375rem] text-muted tabular-nums">
          {otherCurrencies !== '' && <span className="block">and {otherCurrencies}</span>}
          {money.matches === 0
            ? 'No payments from employers yet'
            : `${formatSums({ [currency]: money.received, ...money.other_received }) || formatMoney(0, currency)} in all years, from ${plural(money.matches, 'match', 'matches')}`}
        </p>
      </div>
      <Figure
        title="Open"
        bucket={addMatches(summary.with_donors, summary.to_verify)}
        currency={currency}
        to={donationsUrl([...with_donors, ...to_verify].join(','), anyDay)}
      >
        waiting on donors or you, all dates
      </Figure>
      <Figure
        title="Submitted"
        bucket={summary.with_employers}
        currency={currency}
        to={donationsUrl(with_employers.join(','), anyDay)}
      >
        not paid yet, all dates
      </Figure>
    </Card>
  )
}

type FigureProps = {
  title: string
  bucket: Pick<statistics.MatchBucket, 'count' | 'matched' | 'other_matched'>
  currency: Currency
  to: string
  children: ReactNode
}

function Figure({ title, bucket, currency, to, children }: FigureProps) {
  if (bucket.count === 0) return null
  const otherCurrencies = formatSums(bucket.other_matched)
  return (
    <div className="group relative min-w-0 border-t border-hairline pt-2.5">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link to={to} className={cx('text-[0.9375rem] font-normal text-muted', wholeLink)}>
          {title}
        </Link>
        <span className="text-lg leading-6 font-normal break-words tabular-nums">
          {formatMoney(bucket.matched, currency)}
        </span>
      </h3>
      <p className="text-[0.9375rem] text-muted tabular-nums">
        {otherCurrencies && `and ${otherCurrencies}, `}
        {`estimated, ${plural(bucket.count, 'match', 'matches')} `}
        {children}
      </p>
    </div>
  )
}
