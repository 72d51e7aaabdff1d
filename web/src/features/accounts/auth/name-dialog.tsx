import { auth } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'

export function NameDialog({
  account,
  onChanged,
  onClose,
}: {
  account: auth.Account
  onChanged: (account: auth.Account) => void
  onClose: () => void
}) {
  const rename = useApiMutation(auth.renameAccount, { refreshes: [auth.getCurrentUser, auth.listAccountEvents] })
  const form = useForm(auth.nameForm, { name: account.name }, async ({ name }) => {
    onChanged(await rename.mutateAsync({ body: { name } }))
    toast({ title: 'Name changed' })
    onClose()
  })
  return (
    <FormDialog width="small" title="Change your name" button="Save" form={form} onClose={onClose}>
      <Field
        name="name"
        label="Name"
        hint="Your teammates see this name, and we use it in emails to you."
        error={form.errors.name}
      >
        <Input autoComplete="name" {...form.field('name')} />
      </Field>
    </FormDialog>
  )
}
