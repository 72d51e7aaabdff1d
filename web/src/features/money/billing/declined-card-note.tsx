import type { billing } from '@twofold/contract'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { formatDayInZone, formatMoney } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { formatMonth } from './billing-text.ts'
import { PayLink } from './invoice-list.tsx'

export function DeclinedCardNote({ invoice }: { invoice: billing.Invoice }) {
  const { time_zone } = useOrganization()
  const { card_refused: refused, open, currency, month } = invoice
  if (!refused) return null
  const retrySentence = refused.tries_again_at
    ? `Stripe will try again on ${formatDayInZone(refused.tries_again_at, time_zone)}.`
    : 'Stripe won’t try this card again.'
  return (
    <Notice tone="awaiting">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-56 flex-1">
          <strong className="block">Your bank declined the card</strong>
          {`${formatMoney(open, currency)} for ${formatMonth(month)} is unpaid. ${retrySentence} Use another card or ask your bank about this one. Everything keeps working in the meantime.`}
        </p>
        <PayLink invoice={invoice} />
      </div>
    </Notice>
  )
}
