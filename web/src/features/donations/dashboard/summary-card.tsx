import { type Currency, currency as currencyShape, type statistics } from '@twofold/contract'
import type { StatusFamily } from '@twofold/matching'
import { Link } from 'react-router'
import { cx } from '../../../ui/class-names.ts'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { statusFamilyStyles } from '../donations/index.ts'
import { formatAllCurrencies } from './charts/figures.ts'

type Summary = {
  title: string
  description: string
  family: StatusFamily
  bucket: statistics.MatchBucket
  currency: Currency
  to: string
  size: string
  /** Seconds. */
  delay?: number
}

export function SummaryCard({ title, description, family, bucket, currency, to, size, delay = 0 }: Summary) {
  const style = statusFamilyStyles[family]
  const amount = formatMoney(bucket.sum, currency)
  return (
    <article
      style={{ animationDelay: `${delay}s` }}
      className="group relative flex animate-rise sm:min-h-[254px] flex-col overflow-hidden rounded-card border border-hairline bg-surface p-5 pl-7 transition-colors hover:border-edge has-focus-visible:border-edge"
    >
      <span className={cx('absolute inset-y-0 left-0 w-1.5 forced-color-adjust-none', style.bar)} aria-hidden="true" />
      <h3 className={cx('leading-tight font-normal tracking-[-0.02em] break-words tabular-nums', size)}>{amount}</h3>
      <p className="mt-1.5 tabular-nums">
        <span className="font-semibold">{formatCount(bucket.count)}</span> Gifts{' '}
        <span className="text-muted">given</span>
      </p>
      {Object.entries(bucket.other_sums).map(([code, sum]) => (
        <p key={code} className="mt-0.5 text-[0.9375rem] text-muted tabular-nums">
          {`and ${inCurrency(sum, code)}`}
        </p>
      ))}
      <p className="mt-0.5 text-[0.9375rem] text-muted tabular-nums">
        Estimated match: {formatAllCurrencies(bucket, 'matched', currency)}
      </p>
      <p className={cx('mt-auto flex items-center gap-2 pt-5 font-semibold', style.text)}>
        <style.icon className="size-4.5 shrink-0" aria-hidden="true" />
        <Link
          to={to}
          aria-label={`${title}: show these gifts`}
          className="outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {title}
        </Link>
      </p>
      <p className="mt-1 text-[0.9375rem] leading-snug text-muted sm:min-h-[4lh]">{description}</p>
    </article>
  )
}

/** The same for all cards, so that the longest sum fits on one line. */
export function amountSize(sums: readonly number[], currency: Currency): string {
  const longest = Math.max(...sums.map((sum) => formatMoney(sum, currency).length))
  if (longest > 15) return 'text-xl'
  return longest > 12 ? 'text-2xl' : 'text-[2rem]'
}

function inCurrency(sum: number, code: string): string {
  const known = currencyShape.safeParse(code)
  return known.success ? formatMoney(sum, known.data) : `${sum} ${code}`
}
