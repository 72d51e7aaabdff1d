import { formatApproximateCount } from '../../../ui/format.ts'
import type { DonationsPageQuery } from './use-donations-page.ts'

export function ResultCount({ found: { data, isPlaceholderData } }: { found: DonationsPageQuery }) {
  return (
    <p role="status" className="ml-auto px-1 text-[0.9375rem] whitespace-nowrap tabular-nums">
      {data && (
        <span className={isPlaceholderData ? 'opacity-50' : ''}>
          <strong className="font-semibold">{formatApproximateCount(data.total, data.total_is_exact)}</strong> Found
        </span>
      )}
    </p>
  )
}
