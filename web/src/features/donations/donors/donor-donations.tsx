import type { donors } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { HandHeart } from 'lucide-react'
import { Link } from 'react-router'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatCount, formatDay, formatMoney } from '../../../ui/format.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { matchUrl, StatusBadge } from '../donations/index.ts'

export function DonorDonations({ donor: { gifts, sums } }: { donor: donors.DonorDetail }) {
  const all = sums.reduce((count, sum) => count + sum.gifts, 0)
  return (
    <Card>
      <CardTitle>Gifts and matches</CardTitle>
      {gifts.length === 0 && (
        <EmptyState icon={HandHeart} title="No gifts">
          This donor has no gifts here anymore.
        </EmptyState>
      )}
      <ul className="divide-y divide-hairline">
        {gifts.map((gift) => (
          <Gift key={gift.id} gift={gift} />
        ))}
      </ul>
      {all > gifts.length && (
        <p className="mt-3 text-[0.9375rem] text-muted">
          The newest {formatCount(gifts.length)} of {formatCount(all)}. The totals count all of them.
        </p>
      )}
    </Card>
  )
}

function Gift({ gift }: { gift: donors.DonorGift }) {
  const isPart = gift.is_part
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          <Link
            to={matchUrl(gift.merged_into_id ?? gift.id)}
            className="inline-flex min-h-6 items-center font-semibold tabular-nums underline decoration-edge/60 decoration-1 underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11"
          >
            {gift.amount === 0 ? 'Unknown' : formatMoney(gift.own_amount, gift.currency)}
            <span className="sr-only">, match {gift.merged_into_id ?? gift.id}</span>
          </Link>{' '}
          <span className="text-muted">on {formatDay(gift.donated_at)}</span>
        </p>
        <p className="text-[0.9375rem] break-words text-muted">
          {[
            gift.company_name || 'No employer',
            gift.amount !== gift.own_amount && `part of a ${formatMoney(gift.amount, gift.currency)} match`,
            isPart
              ? `part of ${gift.merged_into_id === null ? 'another chapter’s match' : `match ${gift.merged_into_id}`}`
              : estimateOf(gift),
            !isPart && gift.deadline_day && `deadline ${formatDay(gift.deadline_day)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!isPart && <StatusBadge statusId={gift.status_id} short />}
    </li>
  )
}

/** "Could be matched" means that no request was submitted. */
function estimateOf({ matched, matched_is_certain, currency, status_id }: donors.DonorGift): string {
  const billing = findStatus(status_id)?.billing
  if (!billing || matched === 0) return ''
  const sum = `${matched_is_certain ? '' : 'up to '}${formatMoney(matched, currency)}`
  return status_id === 4 || status_id === 1 ? `${sum} submitted` : `${sum} could be matched`
}
