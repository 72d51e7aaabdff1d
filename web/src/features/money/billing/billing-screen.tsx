import { billing, organizations } from '@twofold/contract'
import { CreditCard } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDay, formatMoney, plural } from '../../../ui/format.ts'
import { lazyComponent, lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { describePrice, describeUsage } from './billing-text.ts'
import { DeclinedCardNote } from './declined-card-note.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { PlanCards } from './plan-cards.tsx'
import { ProviderNotes } from './provider-notes.tsx'
import { useCanSeeBilling, useManagePayment, useSubscribe } from './use-billing.ts'
import { useCheckoutReturn } from './use-checkout-return.ts'

const ChoosePlanDialog = lazyDialog(() => import('./choose-plan-dialog.tsx'))
const EndPlanDialog = lazyDialog(() => import('./end-plan-dialog.tsx'))
const RulesCard = lazyComponent(() => import('./rules-card.tsx'))

export default function BillingScreen() {
  const isShown = useCanSeeBilling()
  return (
    <>
      <PageHeading title="Billing">Your plan and invoices.</PageHeading>
      {isShown ? (
        <Body />
      ) : (
        <Card>
          <EmptyState title="Only administrators can see billing">
            Ask an admin of your organization if you need an invoice.
          </EmptyState>
        </Card>
      )}
    </>
  )
}

function Body() {
  const organization = useOrganization()
  const { id } = organization
  const permissions = usePermissions()
  const isSupport = useMe().globalPermission === 'super'
  const checkoutReturn = useCheckoutReturn()
  const { data, error, isPending, refetch } = useApiQuery(
    billing.getBilling,
    { params: { id } },
    { everyMs: (response) => checkoutReturn.everyMs(response?.waiting?.id) },
  )
  const waiting = useSkeleton(isPending)
  const { chosen, subscribe, stay } = useSubscribe(id)
  const [isEnding, setEnding] = useState(false)
  const [selectedPlan, setSelectedPlan] = useState<billing.BillingPlan | null>(null)
  useChosenNote(data, checkoutReturn.chosen)
  if (waiting) return <Skeleton className="h-96 w-full rounded-card" />
  if (!data) {
    if (!error) return null
    return <ErrorState error={error} title={billing.billingMessages.loadFailed} onRetry={() => void refetch()} />
  }
  const { parent } = data
  const choose = (plan: billing.BillingPlan) => {
    if (plan.id !== organizations.freePlan) setSelectedPlan(plan)
    else if (data.plan) setEnding(true)
    else subscribe(plan.id)
  }
  return (
    <div className="flex flex-col gap-6">
      {parent ? (
        <Card>
          <EmptyState title={`${parent.name} pays for this chapter`}>
            Its match fees are on the parent organization’s invoices.
          </EmptyState>
        </Card>
      ) : (
        <>
          <ProviderNotes
            data={data}
            checkoutReturn={checkoutReturn}
            canChoose={permissions.admin}
            busy={chosen !== null}
            onGoOn={(plan) => subscribe(plan)}
          />
          {data.invoices.map((invoice) => (
            <DeclinedCardNote key={invoice.id} invoice={invoice} />
          ))}
          <PlanSummary data={data} canManage={permissions.admin} />
          <PlanCards data={data} canChoose={permissions.admin} chosen={chosen} onChoose={choose} />
        </>
      )}
      {(!parent || data.invoices.length > 0) && <InvoiceList organizationId={id} invoices={data.invoices} />}
      <Suspense>{isSupport && !parent && <RulesCard data={data} />}</Suspense>
      {selectedPlan && (
        <ChoosePlanDialog
          data={data}
          plan={selectedPlan}
          busy={chosen !== null}
          onChoose={() => subscribe(selectedPlan.id)}
          onClose={() => {
            stay()
            setSelectedPlan(null)
          }}
        />
      )}
      {isEnding && <EndPlanDialog onClose={() => setEnding(false)} />}
    </div>
  )
}

function useChosenNote(data: billing.Billing | undefined, chosen: string | null): void {
  const name = data?.plan?.id === chosen ? data?.plan?.name : undefined
  useEffect(() => {
    if (name) toast({ title: `Your plan is ${name} now` })
  }, [name])
}

function PlanSummary({ data, canManage }: { data: billing.Billing; canManage: boolean }) {
  const { plan, plans, currency } = data
  const currentPlan = plans.find(({ is_current }) => is_current)
  const usage = data.this_month.filter(({ billed, credited }) => billed > 0 || credited > 0)
  const owed = data.balance.filter((balance) => balance.owed !== 0)
  const facts = [
    [
      'Plan',
      plan?.name ?? 'None yet',
      currentPlan ? describePrice(currentPlan, currency) : plan ? 'Custom plan' : 'Choose one below',
    ],
    [
      'Billed this month',
      usage.map((entry) => formatMoney(entry.billed - entry.credited, entry.currency)).join(' and ') ||
        formatMoney(0, currency),
      usage.map(describeUsage).join('; ') || 'Nothing yet',
    ],
    [
      'Balance due',
      owed.map((balance) => formatMoney(balance.owed, balance.currency)).join(' and ') || formatMoney(0, currency),
      owed.length > 0 ? 'See invoices below' : 'No open invoices',
    ],
  ] as const
  return (
    <Card>
      <CardTitle aside={data.provider === 'stripe' && canManage && <ManagePayment />}>Your plan</CardTitle>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts.map(([term, value, label]) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted">{term}</dt>
            <dd className="text-[1.375rem] leading-8 font-semibold break-words tabular-nums">{value}</dd>
            <dd className="text-[0.9375rem] text-muted">{label}</dd>
          </div>
        ))}
      </dl>
      {data.provider === 'stripe' && plan && plan.id !== organizations.freePlan && (
        <p className="mt-4">
          {data.has_card
            ? 'Stripe charges invoices to your card.'
            : 'No card on file. Pay invoices by check or bank transfer.'}
        </p>
      )}
      {data.last_year.matches + data.last_year.received > 0 && (
        <p className="mt-4 text-[0.9375rem] text-muted">
          {`Your gifts from ${formatDay(data.last_year.from)} to ${formatDay(data.last_year.to)} led to ${plural(
            data.last_year.matches,
            'eligible match',
            'eligible matches',
          )}, estimated at ${formatMoney(data.last_year.estimated, currency)}. In that time, employers paid ${formatMoney(
            data.last_year.received,
            currency,
          )} for your matches. External matches are never billed and aren’t included.`}
        </p>
      )}
    </Card>
  )
}

function ManagePayment() {
  const { id } = useOrganization()
  const { isOpening, manage } = useManagePayment(id)
  return (
    <Button variant="secondary" icon={CreditCard} busy={isOpening} onClick={manage}>
      Manage payment
    </Button>
  )
}
