import type { billing } from '@twofold/contract'
import { Check } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoney } from '../../../ui/format.ts'
import { planSentence, priceWords } from './billing-words.ts'

type Given = {
  data: billing.Billing
  mayChoose: boolean
  /** Id of the plan whose selection is pending. */
  chosen: string | null
  onChoose: (plan: billing.BillingPlan) => void
}

/** All plans with prices, and their cost for the organization's last twelve months. */
export function PlanCards({ data, mayChoose, chosen, onChoose }: Given) {
  const { plans, currency, plan: current } = data
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-1 text-xl leading-7 font-semibold tracking-[-0.01em]">
        Plans
      </h2>
      <p className="mb-4 max-w-[65ch] text-muted">Estimated cost based on your last 12 months.</p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className={cx(
              'flex min-w-0 flex-col rounded-card border bg-surface p-5',
              plan.is_current ? 'border-brand shadow-[inset_0_0_0_1px_var(--color-brand)]' : 'border-hairline',
            )}
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="text-lg font-semibold">{plan.name}</h3>
              <span className="text-muted tabular-nums">{priceWords(plan, currency)}</span>
            </div>
            <p className="mt-2 text-[0.9375rem] text-muted">{planSentence(plan)}</p>
            <p className="mt-auto pt-4">
              <span className="text-[0.9375rem] text-muted">Would have cost </span>
              <strong className="tabular-nums">{formatMoney(plan.would_have_cost, currency)}</strong>
            </p>
            <div className="mt-3 min-h-11">
              {plan.is_current ? (
                <span className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-text">
                  <Check className="size-5" aria-hidden="true" /> Your plan
                </span>
              ) : (
                mayChoose &&
                !current?.is_custom && (
                  <Button
                    look="secondary"
                    busy={chosen === plan.id}
                    disabled={chosen !== null}
                    onClick={() => onChoose(plan)}
                  >
                    {plan.id === 'flat_0' && current ? 'Move to Free' : `Choose ${plan.name}`}
                  </Button>
                )
              )}
            </div>
          </li>
        ))}
      </ul>
      {current?.is_custom && <p className="mt-4 text-muted">You have a custom plan. Contact us to change it.</p>}
    </section>
  )
}
