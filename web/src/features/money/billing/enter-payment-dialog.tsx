import { billing, payments } from '@twofold/contract'
import { useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Select } from '../../../ui/choice.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { formatMoney } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'

/** The idempotency key is created with the dialog, so repeated Save clicks record one payment. */
export default function EnterPaymentDialog({ invoice, onClose }: { invoice: billing.Invoice; onClose: () => void }) {
  const { id, today } = useOrganization()
  const [key] = useState(() => crypto.randomUUID())
  const enter = useApiMutation(payments.enterPayment, { refreshes: [billing.getInvoice, billing.getBilling] })
  const start = { amount: String(invoice.open), paid_on: today, how: 'check', reference: '' }
  const form = useForm(payments.paymentForm, start, async (values) => {
    try {
      const { invoice: updated } = await enter.mutateAsync({
        params: { id, invoiceId: invoice.id },
        body: payments.paymentForm.parse(values),
        headers: { 'idempotency-key': key },
      })
      toast({
        title: 'Payment saved',
        description:
          updated.open > 0
            ? `${formatMoney(updated.open, updated.currency)} still due.`
            : 'The invoice is paid in full.',
      })
      onClose()
      return {}
    } catch (problem) {
      const fields = fieldErrorsOf(problem)
      return Object.keys(fields).length > 0 ? fields : { root: messageOf(problem) }
    }
  })
  const { errors } = form
  return (
    <Dialog
      onClose={onClose}
      confirmClose={form.isDirty}
      title="Enter a payment"
      description={`For ${invoice.number}. ${formatMoney(invoice.open, invoice.currency)} still due.`}
      footer={
        <CancelAndConfirm onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Save payment
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="amount" label={`Amount (${invoice.currency})`} error={errors.amount}>
            <Input inputMode="decimal" className="tabular-nums" {...form.field('amount')} />
          </Field>
          <Field name="paid_on" label="Date received" error={errors.paid_on}>
            <Input type="date" max={today} {...form.field('paid_on')} />
          </Field>
          <Field name="how" label="How" error={errors.how}>
            <Select {...form.field('how')}>
              {billing.paymentMethods.map((how) => (
                <option key={how} value={how}>
                  {billing.paymentMethodLabels[how]}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="reference" label="Reference" optional error={errors.reference}>
            <Input autoComplete="off" maxLength={100} {...form.field('reference')} />
          </Field>
        </div>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
