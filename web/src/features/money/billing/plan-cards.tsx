import { type billing, organizations } from '@twofold/contract'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { describePrice, planSentence } from './billing-text.ts'
import { initialPlanOf, type PlanGroup, type PlanGroupName, planGroupsOf } from './plan-groups.ts'

type Props = {
  data: billing.Billing
  canChoose: boolean
  chosen: string | null
  onChoose: (plan: billing.BillingPlan) => void
}

/** Every plan includes all features, so the groups differ only in what is charged. */
const included = ['Matching checks for every gift', 'Emails to donors', 'Reports and payouts', 'All users and chapters']

const groupLabels: Readonly<Record<PlanGroupName, { title: string; price: string; legend: string }>> = {
  free: { title: 'Free', price: '$0', legend: '' },
  flat: { title: 'Flat', price: 'Pay what you choose', legend: 'Amount' },
  percentage: { title: 'Percentage', price: 'Pay with your matches', legend: 'Share' },
}

export function PlanCards(props: Props) {
  const { plan: current, plans, last_year } = props.data
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-1 text-xl leading-7 font-semibold tracking-[-0.01em]">
        Plans
      </h2>
      <p className="max-w-[65ch] text-muted">Every plan includes everything. They differ only in how you pay.</p>
      <ul aria-label="Included in every plan" className="mt-2 mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {included.map((text) => (
          <li key={text} className="inline-flex items-center gap-1.5">
            <Check className="size-4 shrink-0 text-brand-text" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <ul className="grid gap-4 lg:grid-cols-3">
        {planGroupsOf(plans).map((group) => (
          <GroupCard key={group.name} group={group} {...props} />
        ))}
      </ul>
      <p className="mt-3 text-[0.9375rem] text-muted">
        {`Estimated cost based on your last 12 months, ${formatDay(last_year.from)} to ${formatDay(last_year.to)}.`}
      </p>
      {current?.is_custom && <p className="mt-4 text-muted">You have a custom plan. Contact us to change it.</p>}
    </section>
  )
}

function GroupCard({ group, data, canChoose, chosen, onChoose }: Props & { group: PlanGroup }) {
  const [picked, setPicked] = useState<string | null>(null)
  const { currency, plan: current } = data
  const { title, price, legend } = groupLabels[group.name]
  const plan = group.plans.find(({ id }) => id === picked) ?? initialPlanOf(group)
  const isCurrent = group.plans.some(({ is_current }) => is_current)
  const isOpen = canChoose && !current?.is_custom
  if (!plan) return null
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col rounded-card border bg-surface p-5',
        isCurrent ? 'border-brand shadow-[inset_0_0_0_1px_var(--color-brand)]' : 'border-hairline',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-lg font-semibold">{title}</h3>
        <span className="text-muted">{price}</span>
      </div>
      <p className="mt-1 text-[0.9375rem] text-muted">{planSentence(plan)}</p>
      {group.plans.length > 1 && (
        <div className="mt-3">
          <RadioGroup legend={legend}>
            {group.plans.map((option) => (
              <Radio
                key={option.id}
                name={`plan-${group.name}`}
                value={option.id}
                label={<PlanLine plan={option} currency={currency} />}
                checked={option.id === plan.id}
                disabled={chosen !== null}
                onChange={() => setPicked(option.id)}
              />
            ))}
          </RadioGroup>
        </div>
      )}
      <div className="mt-auto pt-4">
        <p className="text-[0.9375rem]">
          <span className="text-muted">{`${plan.name}, estimated per year: `}</span>
          <strong className="tabular-nums">{formatMoney(plan.would_have_cost, currency)}</strong>
        </p>
        <div className="mt-3 min-h-11">
          {plan.is_current ? (
            <span className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-text">
              <Check className="size-5" aria-hidden="true" /> Your plan
            </span>
          ) : (
            isOpen && (
              <Button
                variant="secondary"
                busy={chosen === plan.id}
                disabled={chosen !== null}
                onClick={() => onChoose(plan)}
              >
                {plan.id === organizations.freePlan && current ? 'Move to Free' : `Choose ${plan.name}`}
              </Button>
            )
          )}
        </div>
      </div>
    </li>
  )
}

function PlanLine({ plan, currency }: { plan: billing.BillingPlan; currency: billing.Billing['currency'] }) {
  const text = describePrice(plan, currency)
  return (
    <span className="tabular-nums">
      {plan.basis === 'month' ? (
        text
      ) : (
        <>
          {plan.name} <span className="text-muted">{text}</span>
        </>
      )}
      {plan.is_current && <span className="text-muted"> (your plan)</span>}
    </span>
  )
}
