import { billing } from '@twofold/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatDayInZone, formatMoney } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'

const EnterPaymentDialog = lazyDialog(() => import('./enter-payment-dialog.tsx'))
const UndoPaymentDialog = lazyDialog(() => import('./undo-payment-dialog.tsx'))

type Props = { invoice: billing.Invoice; payments: readonly billing.Payment[] }

/** Only support staff record and undo payments. */
export function PaymentsCard({ invoice, payments }: Props) {
  const { time_zone } = useOrganization()
  const isSupport = useMe().globalPermission === 'super'
  const [isEntering, setEntering] = useState(false)
  const [paymentToReverse, setPaymentToReverse] = useState<billing.Payment | null>(null)
  const canEnter = isSupport && invoice.open > 0 && invoice.pay_url === null
  if (payments.length === 0 && !canEnter) return null
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-5 pt-5">
        <CardTitle
          aside={
            canEnter && (
              <Button variant="secondary" icon={Plus} onClick={() => setEntering(true)}>
                Enter payment
              </Button>
            )
          }
        >
          Payments
        </CardTitle>
      </div>
      {payments.length === 0 ? (
        <p className="-mt-2 px-5 pb-5 text-muted">No payments yet.</p>
      ) : (
        <ul className="divide-y divide-hairline border-t border-hairline">
          {payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3">
              <div className="min-w-48 flex-1">
                <span className="font-semibold">{titleOf(payment)}</span>
                <span className="block text-[0.9375rem] break-words text-muted">{wordsOf(payment, time_zone)}</span>
              </div>
              <span
                className={cx('text-right font-semibold tabular-nums', payment.reversed && 'text-muted line-through')}
              >
                {formatMoney(payment.amount, invoice.currency)}
              </span>
              {isSupport && !payment.reversed && isTyped(payment) && (
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Reverse the payment of ${formatMoney(payment.amount, invoice.currency)}`}
                  onClick={() => setPaymentToReverse(payment)}
                >
                  Reverse
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isEntering && <EnterPaymentDialog invoice={invoice} onClose={() => setEntering(false)} />}
      {paymentToReverse && (
        <UndoPaymentDialog invoice={invoice} payment={paymentToReverse} onClose={() => setPaymentToReverse(null)} />
      )}
    </Card>
  )
}

/** Other payments come from the payment provider or are our credits. */
const isTyped = ({ how }: billing.Payment): boolean => billing.paymentMethods.some((method) => method === how)

const titleOf = ({ how, amount, reversed }: billing.Payment): string =>
  billing.paymentTitle({ how, isBelowZero: amount < 0, isReversed: reversed !== null })

function wordsOf({ how, amount, reference, paid_on, reversed }: billing.Payment, timeZone: string): string {
  const referenceText = how === 'credit' && reference !== '' ? `${amount < 0 ? 'For' : 'From'} ${reference}` : reference
  return [
    referenceText,
    formatDay(paid_on),
    ...(reversed ? [`Reversed ${formatDayInZone(reversed.at, timeZone)}: ${reversed.why}`] : []),
  ]
    .filter(Boolean)
    .join(' · ')
}
