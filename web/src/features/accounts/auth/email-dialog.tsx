import { auth } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { confirmationBody, ProofField, proofErrorsOf, proofOf, proofShape } from './identity-proof.tsx'

const emailForm = proofShape.extend({ email: auth.email })

/** The address changes only after the link in the new mailbox is opened. */
export function EmailDialog({
  account,
  onChanged,
  onClose,
}: {
  account: auth.Account
  onChanged: (account: auth.Account) => void
  onClose: () => void
}) {
  const requestChange = useApiMutation(auth.changeEmail, { refreshes: [auth.listAccountEvents] })
  const proof = proofOf(account)
  const form = useForm(
    emailForm,
    { email: '', proof: '' },
    async (values) => {
      onChanged(
        await requestChange.mutateAsync({ body: { email: values.email, ...confirmationBody(proof, values.proof) } }),
      )
      toast({ title: 'Check your new inbox', description: `We sent a link to ${values.email.trim()}.` })
      onClose()
    },
    { toErrors: proofErrorsOf },
  )
  return (
    <FormDialog
      width="small"
      title="Change your email"
      description={`We’ll email a link to the new address. Until you open it, sign in with ${account.email}.`}
      button="Send the link"
      form={form}
      onClose={onClose}
    >
      <Field name="email" label="New email" error={form.errors.email}>
        <Input type="email" inputMode="email" autoComplete="email" {...form.field('email')} />
      </Field>
      <ProofField proof={proof} error={form.errors.proof} field={form.field('proof')} />
    </FormDialog>
  )
}
