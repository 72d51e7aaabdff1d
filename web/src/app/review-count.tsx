import { review } from '@twofold/contract'
import { useApiQuery } from '../api/use-api.ts'
import { formatCount } from '../ui/format.ts'
import { useIsUserActive } from '../ui/use-is-user-active.ts'

const askEveryMs = 60_000

export default function ReviewCount() {
  const isAtHand = useIsUserActive()
  const { data } = useApiQuery(review.countReview, {}, { everyMs: () => isAtHand() && askEveryMs })
  const waiting = data ? data.employers + data.suggestions : 0
  if (!data || waiting === 0) return null
  return (
    <span className="rounded-full bg-brand-soft px-2 py-0.5 font-semibold text-brand-text">
      <span className="sr-only">, waiting: </span>
      {formatCount(waiting)}
      {!data.is_whole && '+'}
    </span>
  )
}
