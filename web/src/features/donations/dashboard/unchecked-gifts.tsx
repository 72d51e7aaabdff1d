import { type Currency, type organizations, statistics } from '@twofold/contract'
import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { donationsUrl } from '../donations/index.ts'
import type { ClosedPeriod } from '../periods/index.ts'
import { formatSums } from './charts/figures.ts'
import { describeUnchecked } from './unchecked-text.ts'

export function UncheckedGifts(props: {
  organization: organizations.Organization
  bucket: statistics.Bucket
  currency: Currency
  period: ClosedPeriod
}) {
  const { organization, bucket, currency, period } = props
  const totalGiven = formatSums({ [currency]: bucket.sum, ...bucket.other_sums }) || formatMoney(0, currency)
  return (
    <article className="group relative rounded-card border border-hairline bg-surface p-5 transition-colors hover:border-edge has-focus-visible:border-edge sm:p-6">
      <h3 className="text-[2rem] leading-tight font-normal tracking-[-0.02em] break-words tabular-nums">
        {totalGiven}
      </h3>
      <p className="mt-1.5 tabular-nums">
        <span className="font-semibold">{formatCount(bucket.count)}</span>{' '}
        <Link
          to={donationsUrl(statistics.waitingForSetup.join(','), period)}
          className="outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {bucket.count === 1 ? 'gift given' : 'gifts given'}
        </Link>
      </p>
      <p className="mt-4 flex items-start gap-2.5 text-muted">
        <Hourglass className="mt-1 size-4.5 shrink-0" aria-hidden="true" />
        <span className="max-w-[65ch]">{describeUnchecked(organization)}</span>
      </p>
    </article>
  )
}
