import { billing, payments } from '@twofold/contract'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { formatDay, formatMoney } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'

type Props = { invoice: billing.Invoice; payment: billing.Payment; onClose: () => void }

export default function UndoPaymentDialog({ invoice, payment, onClose }: Props) {
  const { id } = useOrganization()
  const reverse = useApiMutation(payments.reversePayment, { refreshes: [billing.getInvoice, billing.getBilling] })
  const form = useForm(payments.paymentReversalForm, { why: '' }, async ({ why }) => {
    try {
      const params = { id, invoiceId: invoice.id, paymentId: payment.id }
      await reverse.mutateAsync({ params, body: { why } })
      toast({ title: 'Payment reversed' })
      onClose()
      return {}
    } catch (problem) {
      const fields = fieldErrorsOf(problem)
      return Object.keys(fields).length > 0 ? fields : { root: messageOf(problem) }
    }
  })
  return (
    <Dialog
      onClose={onClose}
      confirmClose={form.isDirty}
      width="small"
      title="Reverse this payment?"
      description={`${formatMoney(payment.amount, invoice.currency)} from ${formatDay(payment.paid_on)} will be due again. Both entries stay on the invoice.`}
      footer={
        <CancelAndConfirm
          cancel="Keep it"
          onCancel={onClose}
          variant="danger"
          busy={form.busy}
          onClick={() => void form.submit()}
        >
          Reverse
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field name="why" label="Why" error={form.errors.why}>
          <Input autoComplete="off" maxLength={300} {...form.field('why')} />
        </Field>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
