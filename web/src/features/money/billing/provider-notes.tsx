import { type billing, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CheckoutReturn } from './use-checkout-return.ts'

type Props = {
  data: billing.Billing
  checkoutReturn: CheckoutReturn
  canChoose: boolean
  busy: boolean
  onGoOn: (plan: string) => void
}

export function ProviderNotes({ data, checkoutReturn, canChoose, busy, onGoOn }: Props) {
  const { waiting, plan } = data
  return (
    <>
      {checkoutReturn.trouble === 'unreachable' && (
        <Notice tone="problem">
          <strong className="block">Couldn’t reach Stripe</strong>
          Nothing changed. Try again in a few minutes.
        </Notice>
      )}
      {checkoutReturn.trouble === 'refused' && (
        <Notice tone="problem">
          <strong className="block">Stripe declined this</strong>
          Nothing changed.{' '}
          <Link to={screens.contact} className="underline underline-offset-2">
            Contact us
          </Link>{' '}
          and we’ll look into it.
        </Notice>
      )}
      {waiting && checkoutReturn.isConfirming(waiting.id) && (
        <Notice tone="verify">
          <strong className="block">Stripe is confirming your card</strong>
          {`${waiting.name} will start shortly. You can leave this page.`}
        </Notice>
      )}
      {waiting && !checkoutReturn.isConfirming(waiting.id) && (
        <Notice tone="awaiting">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="min-w-56 flex-1">
              <strong className="block">{`Add a card to start ${waiting.name}`}</strong>
              {`Until then, ${plan ? `your plan is ${plan.name}` : 'you have no plan'} and you won’t be charged for ${waiting.name}.`}
            </p>
            {canChoose && (
              <Button variant="secondary" busy={busy} onClick={() => onGoOn(waiting.id)}>
                Continue to Stripe
              </Button>
            )}
          </div>
        </Notice>
      )}
    </>
  )
}
