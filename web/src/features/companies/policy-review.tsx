import type { policies } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { useOrganization } from '../../shell/current-organization.tsx'
import { formatMoney, plural } from '../../ui/format.ts'
import { SendReview } from '../mails/index.ts'

const nameOf = (statusId: number): string => findStatus(statusId)?.label ?? `status ${statusId}`

/** How many open matches a policy changes and how, a few of them, and the emails that leave because of it. */
export function PolicyReview({ review }: { review: policies.PolicyReview }) {
  const { currency } = useOrganization()
  const { gifts, moves, examples, estimated_from, estimated_to, is_whole } = review
  const money = (amount: number) => formatMoney(amount, currency)
  const least = is_whole ? '' : 'at least '
  if (gifts === 0) return <p>None of your gifts is open at this company now. The policy counts for those that come.</p>
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
        {moves.length > 0 && (
          <ul className="mt-2 list-disc space-y-1 pl-5">
            {moves.map(({ from_status_id, to_status_id, count }) => (
              <li key={`${from_status_id} ${to_status_id}`}>
                {plural(count, 'gift', 'gifts')}: “{nameOf(from_status_id)}” becomes “{nameOf(to_status_id)}”
              </li>
            ))}
          </ul>
        )}
      </div>
      {examples.length > 0 && (
        <div>
          <h3 className="font-semibold">{examples.length === 1 ? 'The gift' : 'Some of them'}</h3>
          <ul className="mt-1 space-y-1.5">
            {examples.map((example) => (
              <li key={example.donation_id} className="text-[0.9375rem]">
                {example.donor_name}, {money(example.amount)}: {nameOf(example.to_status_id)},{' '}
                {money(example.estimated_from)} → {money(example.estimated_to)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <SendReview review={review.mails} />
    </div>
  )
}
