import { billing, payments } from '@twofold/contract'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'

/** The idempotency key is created with the dialog, so repeated Save clicks record one payment. */
export default function EnterPaymentDialog({ invoice, onClose }: { invoice: billing.Invoice; onClose: () => void }) {
  const { id, today } = useOrganization()
  const [key] = useState(() => crypto.randomUUID())
  const enter = useApiMutation(payments.enterPayment, { refreshes: [billing.getInvoice, billing.getBilling] })
  const start = { amount: String(invoice.open), paid_on: today, how: 'check', reference: '' }
  const form = useForm(payments.paymentForm, start, async (values) => {
    const { invoice: updated } = await enter.mutateAsync({
      params: { id, invoiceId: invoice.id },
      body: payments.paymentForm.parse(values),
      headers: { 'idempotency-key': key },
    })
    toast({
      title: 'Payment saved',
      description:
        updated.open > 0 ? `${formatMoney(updated.open, updated.currency)} still due.` : 'The invoice is paid in full.',
    })
    onClose()
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Enter a payment"
      description={`For ${invoice.number}. ${formatMoney(invoice.open, invoice.currency)} still due.`}
      button="Save payment"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="amount" label={`Amount (${invoice.currency})`} error={form.errors.amount}>
          <Input inputMode="decimal" className="tabular-nums" {...form.field('amount')} />
        </Field>
        <Field name="paid_on" label="Date received" error={form.errors.paid_on}>
          <Input type="date" max={today} {...form.field('paid_on')} />
        </Field>
        <Field name="how" label="How" error={form.errors.how}>
          <Select {...form.field('how')}>
            {billing.paymentMethods.map((how) => (
              <option key={how} value={how}>
                {billing.paymentMethodLabels[how]}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="reference" label="Reference" optional error={form.errors.reference}>
          <Input autoComplete="off" maxLength={100} {...form.field('reference')} />
        </Field>
      </div>
    </FormDialog>
  )
}
