import { bankLines } from '@twofold/contract'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { type Errors, errorsOf, useForm } from '../../../shared/form.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { describeAdded } from './payout-text.ts'
import { bankRefreshes } from './use-payouts.ts'

type Values = { text: string; amount: string; day: string }

const start: Values = { text: '', amount: '', day: '' }
const rules = (values: Values): Errors<Values> => errorsOf<Values>(bankLines.bankLineForm, values)

export default function AddBankLineDialog({ onClose }: { onClose: () => void }) {
  const { id, currency } = useOrganization()
  const add = useApiMutation(bankLines.addBankLine, { refreshes: bankRefreshes })
  const form = useForm<Values>(rules, start, async (values) => {
    try {
      const added = await add.mutateAsync({ params: { id }, body: bankLines.bankLineForm.parse(values) })
      toast({ title: 'Line saved', description: describeAdded(added) })
      onClose()
      return {}
    } catch (problem) {
      toastError(bankLines.bankMessages.addFailed, problem)
      return { root: messageOf(problem), ...fieldErrorsOf(problem) }
    }
  })
  const { errors } = form
  return (
    <Dialog
      onClose={onClose}
      confirmClose={form.isDirty}
      title="Enter a deposit"
      footer={
        <CancelAndConfirm onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Save
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Field name="text" label="Description from the bank" error={errors.text}>
          <Input autoComplete="off" maxLength={300} {...form.field('text')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="amount" label={`Amount (${currency})`} error={errors.amount}>
            <Input inputMode="decimal" className="tabular-nums" {...form.field('amount')} />
          </Field>
          <Field name="day" label="Date received" error={errors.day}>
            <Input type="date" {...form.field('day')} />
          </Field>
        </div>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
