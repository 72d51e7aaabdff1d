import { type Level, members, type ResponseOf } from '@twofold/contract'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { LevelChoice } from './level-choice.tsx'
import { userToasts } from './member-text.ts'

export function AddUserDialog({
  organization,
  onClose,
  onAdded,
}: {
  organization: { readonly id: number; readonly name: string }
  onClose: () => void
  onAdded: (answer: ResponseOf<typeof members.listMembers>) => void
}) {
  const [level, setLevel] = useState<Level>('read')
  const add = useApiMutation(members.setPermission, { failed: userToasts.notAdded })
  const form = useForm(members.newMember, { email: '', name: '' }, async ({ email, name }) => {
    const body = { org_id: organization.id, email, level, name: name.trim() || members.memberMessages.nameless }
    onAdded(await add.mutateAsync({ body }))
    toast({ title: userToasts.added })
  })
  return (
    <FormDialog
      form={form}
      confirmClose={form.isDirty || level !== 'read'}
      onClose={onClose}
      title="Add User"
      description={`We’ll email them a link to ${organization.name}.`}
      button="Add User"
    >
      <Field name="email" label="Email" error={form.errors.email}>
        <Input type="email" inputMode="email" autoComplete="off" maxLength={255} {...form.field('email')} />
      </Field>
      <Field name="name" label="Name" optional error={form.errors.name}>
        <Input autoComplete="off" maxLength={100} {...form.field('name')} />
      </Field>
      <LevelChoice level={level} onLevel={setLevel} />
    </FormDialog>
  )
}
