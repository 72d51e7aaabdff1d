import type { policies } from '@twofold/contract'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { formatMoney, plural } from '../../../ui/format.ts'
import { SendReview } from '../../mails/index.ts'
import { ExampleGifts, Moves } from './moves.tsx'

/** How many open matches a policy changes and how, a few of them, and the emails that leave because of it. */
export function PolicyReview({ review }: { review: policies.PolicyReview }) {
  const { currency } = useOrganization()
  const { gifts, moves, joined, examples, estimated_from, estimated_to, is_whole } = review
  const money = (amount: number) => formatMoney(amount, currency)
  const least = is_whole ? '' : 'At least '
  if (gifts === 0) return <p>None of your matches is open at this company now. The policy will count for new gifts.</p>
  return (
    <div className="space-y-5">
      <div>
        <p className="font-semibold">
          {least}
          {plural(gifts, 'gift is', 'gifts are')} looked at again.
        </p>
        <p>
          {estimated_from === estimated_to
            ? `What could be matched stays ${money(estimated_to)}.`
            : `What could be matched goes from ${money(estimated_from)} to ${money(estimated_to)}.`}
        </p>
        <Moves moves={moves} joined={joined} />
      </div>
      <ExampleGifts examples={examples} />
      <SendReview review={review.mails} />
    </div>
  )
}
