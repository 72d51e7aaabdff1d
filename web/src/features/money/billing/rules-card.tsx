import { billing, organizations, payments } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toast } from '../../../ui/toast-store.ts'

/** Only support staff change these settings. */
export default function RulesCard({ data }: { data: billing.Billing }) {
  const { id } = useOrganization()
  const save = useApiMutation(payments.changeBillingRules, {
    refreshes: [billing.getBilling, organizations.getOrganization],
    failed: payments.paymentMessages.rulesFailed,
  })
  const rules = { show_billing: data.show_billing, invoiced: data.invoiced }
  const change = (changes: Partial<payments.BillingRules>) =>
    save.mutate(
      { params: { id }, body: { ...rules, ...changes } },
      { onSuccess: () => toast({ title: 'Billing rules saved' }) },
    )
  return (
    <Card>
      <CardTitle>For Twofold support</CardTitle>
      <div className="-mt-2 grid gap-x-6 sm:grid-cols-2">
        <Switch
          label="All members see Billing"
          checked={rules.show_billing}
          disabled={save.isPending}
          onChange={(show_billing) => change({ show_billing })}
        />
        <Switch
          label="Pays by our own invoices"
          checked={rules.invoiced}
          disabled={save.isPending}
          onChange={(invoiced) => change({ invoiced })}
        />
      </div>
    </Card>
  )
}
