import { review } from '@twofold/contract'
import { useApiQuery } from '../api/use-api.ts'
import { formatCount } from '../ui/format.ts'
import { useIsUserActive } from '../ui/use-is-user-active.ts'

const pollMs = 60_000

export default function ReviewCount() {
  const isUserActive = useIsUserActive()
  const { data } = useApiQuery(review.countReview, {}, { everyMs: () => isUserActive() && pollMs })
  const waitingCount = data ? data.employers + data.suggestions : 0
  if (!data || waitingCount === 0) return null
  return (
    <span className="rounded-full bg-brand-soft px-2 py-0.5 font-semibold text-brand-text">
      <span className="sr-only">, waiting: </span>
      {formatCount(waitingCount)}
      {!data.is_whole && '+'}
    </span>
  )
}
