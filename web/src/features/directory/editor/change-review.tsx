import type { mails } from '@twofold/contract'
import { formatCount, plural } from '../../../ui/format.ts'
import { SendReview } from '../../mails/index.ts'
import { ExampleGifts, Moves } from '../companies/moves.tsx'

/** What a change makes of the open matches of every organization, before it is made. */
export function ChangeReview({ review }: { review: mails.ChangeReview }) {
  const { gifts, organizations, matchable, changed, joined, moves, examples } = review
  const least = review.mails.is_whole ? '' : 'At least '
  if (gifts === 0) return <p>No open match rests on this now. It counts for the gifts that come.</p>
  return (
    <div className="space-y-5">
      <div>
        <p className="font-semibold">
          {least}
          {plural(gifts, 'open gift')} of {plural(organizations, 'organization')}{' '}
          {gifts === 1 ? 'is checked again' : 'are checked again'}; {changed === 0 ? 'none' : formatCount(changed)} of
          them {changed === 1 ? 'changes' : 'change'}.
        </p>
        <p>{matchable === 0 ? 'None of them could be matched.' : `${formatCount(matchable)} could be matched then.`}</p>
        <Moves moves={moves} joined={joined} />
      </div>
      <ExampleGifts examples={examples} several />
      <SendReview review={review.mails} several />
    </div>
  )
}
