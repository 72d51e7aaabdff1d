import type { mails } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { formatMoney, plural } from '../../../ui/format.ts'

const nameOf = (statusId: number): string => findStatus(statusId)?.label ?? `status ${statusId}`

/** Which open matches a change moves, and how many; `joined` stop being matches of their own. */
export function Moves({ moves, joined }: Pick<mails.ChangeReview, 'moves' | 'joined'>) {
  if (moves.length + joined === 0) return null
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {moves.map(({ from_status_id, to_status_id, count }) => (
        <li key={`${from_status_id} ${to_status_id}`}>
          {plural(count, 'gift', 'gifts')}: “{nameOf(from_status_id)}” becomes “{nameOf(to_status_id)}”
        </li>
      ))}
      {joined > 0 && <li>{plural(joined, 'gift becomes', 'gifts become')} part of another match of the same donor</li>}
    </ul>
  )
}

/** Some of the gifts that a change is about, with what could be matched before and after. */
export function ExampleGifts({
  examples,
  several = false,
}: {
  examples: mails.ChangeReview['examples']
  /** They are of several organizations, so each is named. */
  several?: boolean
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
              {several && ` (${example.organization_name})`}, {money(example.amount)}: {nameOf(example.to_status_id)}
              {(example.estimated_from !== 0 || example.estimated_to !== 0) &&
                `, ${money(example.estimated_from)} → ${money(example.estimated_to)}`}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
