import { billing, payments } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'

type Props = { invoice: billing.Invoice; payment: billing.Payment; onClose: () => void }

export default function UndoPaymentDialog({ invoice, payment, onClose }: Props) {
  const { id } = useOrganization()
  const reverse = useApiMutation(payments.reversePayment, { refreshes: [billing.getInvoice, billing.getBilling] })
  const form = useForm(payments.paymentReversalForm, { why: '' }, async ({ why }) => {
    const params = { id, invoiceId: invoice.id, paymentId: payment.id }
    await reverse.mutateAsync({ params, body: { why } })
    toast({ title: 'Payment reversed' })
    onClose()
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="small"
      title="Reverse this payment?"
      description={`${formatMoney(payment.amount, invoice.currency)} from ${formatDay(payment.paid_on)} will be due again. Both entries stay on the invoice.`}
      cancel="Keep it"
      variant="danger"
      button="Reverse"
    >
      <Field name="why" label="Why" error={form.errors.why}>
        <Input autoComplete="off" maxLength={300} {...form.field('why')} />
      </Field>
    </FormDialog>
  )
}
