import type { billing } from '@twofold/contract'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { describePlanStart, describePrice, planSentence } from './billing-text.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

type Props = {
  data: billing.Billing
  plan: billing.BillingPlan
  busy: boolean
  onChoose: () => void
  onClose: () => void
}

export default function ChoosePlanDialog({ data, plan, busy, onChoose, onClose }: Props) {
  useCloseOnBack(onClose)
  const { currency, plan: current, provider, invoiced } = data
  const atStripe = provider === 'stripe' && !invoiced && !data.has_card
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title={current ? `Change to ${plan.name}?` : `Start with ${plan.name}?`}
      description={`${describePrice(plan, currency)}. ${planSentence(plan)}`}
      footer={
        <CancelAndConfirm
          cancel={current ? 'Keep my plan' : 'Not now'}
          onCancel={onClose}
          busy={busy}
          onClick={onChoose}
        >
          {atStripe ? 'Continue to Stripe' : `Choose ${plan.name}`}
        </CancelAndConfirm>
      }
    >
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          {`It would have cost you about ${formatMoney(plan.would_have_cost, currency)} from ${formatDay(data.last_year.from)} to ${formatDay(data.last_year.to)}.`}
        </li>
        {current && <li>Charges on your current plan stay billed.</li>}
        <li>{`${atStripe ? 'Next, enter your card at Stripe. Your plan starts after that' : 'It starts now'}${describePlanStart(plan, data)}`}</li>
        <li>You can change plans at any time.</li>
      </ul>
    </Dialog>
  )
}
