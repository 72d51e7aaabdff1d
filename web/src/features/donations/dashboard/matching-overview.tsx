import { type organizations, statistics } from '@twofold/contract'
import type { QuickFilter, StatusFamily } from '@twofold/matching'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { useSkeleton } from '../../../ui/skeleton.tsx'
import { donationsUrl } from '../donations/index.ts'
import { PeriodPicker } from '../periods/index.ts'
import { readOverviewPeriod, writeOverviewPeriod } from './overview-period.ts'
import { amountSize, SummaryCard } from './summary-card.tsx'
import { UncheckedGifts } from './unchecked-gifts.tsx'

type Card = {
  readonly status: QuickFilter
  readonly family: StatusFamily
  readonly title: string
  readonly text: string
}

/** Order and wording from the spec. */
const cards: readonly Card[] = [
  {
    status: 'donor_contacted',
    family: 'awaiting',
    title: 'Awaiting Submission',
    text: "This means we haven't gotten any action or direction on these Gifts so far.",
  },
  {
    status: 'npo_verify',
    family: 'to_verify',
    title: 'NPO to Verify',
    text: 'There are steps for you to take (digital signatures).',
  },
  {
    status: 'engaged_submitted',
    family: 'submitted',
    title: 'Submitted',
    text: 'This means the match was submitted. Matching companies pay out on various schedules.',
  },
  {
    status: 'no_response',
    family: 'no_response',
    title: 'No Response',
    text: 'This means we have not received a response from the donor.',
  },
]

const emptyBucket: statistics.MatchBucket = { sum: 0, count: 0, other_sums: {}, matched: 0, other_matched: {} }
const delayBetweenCards = 0.08

export function MatchingOverview({ organization }: { organization: organizations.Organization }) {
  const [search, setSearch] = useSearchParams()
  const { today } = organization
  const period = readOverviewPeriod(search, today)
  const { data, error, isPending, refetch } = useApiQuery(statistics.getStatistics, {
    params: { id: organization.id },
    query: { from: period.from, to: period.to },
  })
  useEffect(() => {
    if (error) console.error('The statistics could not be loaded', error)
  }, [error])

  const currency = data?.currency ?? organization.currency
  const buckets = cards.map((card) => ({ ...card, bucket: data?.by_status?.[card.status] ?? emptyBucket }))
  const waiting = data?.waiting_for_setup
  const isUnchecked = waiting !== undefined && waiting.count > 0 && buckets.every(({ bucket }) => bucket.count === 0)
  const size = amountSize(
    buckets.map(({ bucket }) => bucket.sum),
    currency,
  )

  return (
    <section aria-labelledby="matching-overview">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="matching-overview" className="text-xl leading-7 font-semibold tracking-[-0.01em]">
          Matching Overview
        </h2>
        <PeriodPicker
          label="Date range"
          className="sm:w-auto"
          period={period}
          today={today}
          onChange={(next) =>
            setSearch((before) => writeOverviewPeriod(next, today, before), { replace: true, preventScrollReset: true })
          }
        />
      </div>
      {isPending ? (
        <LoadingCards />
      ) : isUnchecked ? (
        <UncheckedGifts organization={organization} bucket={waiting} currency={currency} period={period} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {buckets.map(({ status, family, title, text, bucket }, index) => (
            <SummaryCard
              key={status}
              title={title}
              description={text}
              family={family}
              bucket={bucket}
              currency={currency}
              size={size}
              to={donationsUrl(status, period)}
              delay={index * delayBetweenCards}
            />
          ))}
        </div>
      )}
      {error && (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          Couldn’t load the numbers, so the cards show zero.
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}

/** As tall as the cards that replace it. */
function LoadingCards() {
  const showsSkeleton = useSkeleton(true)
  return (
    <div role="status" className="flex h-[254px] items-center justify-center text-muted">
      {showsSkeleton && 'Loading statistics...'}
    </div>
  )
}
