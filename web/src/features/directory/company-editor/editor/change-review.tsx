import type { mails, policies } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { formatCount, formatMoney, plural } from '../../../../ui/format.ts'
import { SendReview } from '../../../email/mails/index.ts'

export function ChangeReview({ review }: { review: mails.ChangeReview }) {
  const { gifts, organizations, matchable, changed, joined, moves, examples } = review
  const lowerBoundPrefix = review.mails.is_whole ? '' : 'At least '
  if (gifts === 0) return <p>No open matches are affected. This applies to new gifts.</p>
  return (
    <div className="space-y-5">
      <div>
        <p className="font-semibold">
          {lowerBoundPrefix}
          {plural(gifts, 'open gift')} at {plural(organizations, 'organization')} will be rechecked;{' '}
          {changed === 0 ? 'none' : formatCount(changed)} will change status or estimate.
        </p>
        <p>{matchable === 0 ? 'None could be matched.' : `${formatCount(matchable)} could be matched.`}</p>
        <Moves moves={moves} joined={joined} />
      </div>
      <ExampleGifts examples={examples} showsOrganization />
      <SendReview review={review.mails} several />
    </div>
  )
}

export function PolicyReview({ review }: { review: policies.PolicyReview }) {
  const { currency } = useOrganization()
  const { gifts, moves, joined, examples, estimated_from, estimated_to, is_whole } = review
  const money = (amount: number) => formatMoney(amount, currency)
  const lowerBoundPrefix = is_whole ? '' : 'At least '
  if (gifts === 0) return <p>You have no open matches at this company. The policy applies to new gifts.</p>
  return (
    <div className="space-y-5">
      <div>
        <p className="font-semibold">
          {lowerBoundPrefix}
          {plural(gifts, 'gift')} will be rechecked.
        </p>
        <p>
          {estimated_from === estimated_to
            ? `The estimated match stays ${money(estimated_to)}.`
            : `The estimated match changes from ${money(estimated_from)} to ${money(estimated_to)}.`}
        </p>
        <Moves moves={moves} joined={joined} />
      </div>
      <ExampleGifts examples={examples} />
      <SendReview review={review.mails} />
    </div>
  )
}

const nameOf = (statusId: number): string => findStatus(statusId)?.label ?? `status ${statusId}`

function Moves({ moves, joined }: Pick<mails.ChangeReview, 'moves' | 'joined'>) {
  if (moves.length + joined === 0) return null
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {moves.map(({ from_status_id, to_status_id, count }) => (
        <li key={`${from_status_id} ${to_status_id}`}>
          {plural(count, 'gift', 'gifts')}: “{nameOf(from_status_id)}” becomes “{nameOf(to_status_id)}”
        </li>
      ))}
      {joined > 0 && <li>{plural(joined, 'gift')} will be combined with another match from the same donor</li>}
    </ul>
  )
}

function ExampleGifts({
  examples,
  showsOrganization = false,
}: {
  examples: mails.ChangeReview['examples']
  /** They belong to several organizations, so each is named. */
  showsOrganization?: boolean
}) {
  if (examples.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">{examples.length === 1 ? 'The gift' : 'Some of them'}</h3>
      <ul className="mt-1 space-y-1.5">
        {examples.map((example) => {
          const money = (amount: number) => formatMoney(amount, example.currency)
          return (
            <li key={example.donation_id} className="text-[0.9375rem]">
              {example.donor_name}
              {showsOrganization && ` (${example.organization_name})`}, {money(example.amount)}:{' '}
              {nameOf(example.to_status_id)}
              {(example.estimated_from !== 0 || example.estimated_to !== 0) &&
                `, ${money(example.estimated_from)} → ${money(example.estimated_to)}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
