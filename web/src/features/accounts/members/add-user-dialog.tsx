import { type Level, members, type ResponseOf } from '@twofold/contract'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { LevelChoice } from './level-choice.tsx'
import { userToasts } from './member-text.ts'

const formId = 'add-user'

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
  const form = useForm(members.newMember, { email: '', name: '' }, async ({ email, name }) => {
    const body = { org_id: organization.id, email, level, name: name.trim() || members.memberMessages.nameless }
    try {
      const list = await call(members.setPermission, { body })
      toast({ title: userToasts.added })
      onAdded(list)
      return {}
    } catch (error) {
      toastError(userToasts.notAdded, error)
      return { root: messageOf(error), ...(error instanceof ApiError ? error.fields : {}) }
    }
  })
  return (
    <Dialog
      confirmClose={form.isDirty || level !== 'read'}
      onClose={onClose}
      title="Add User"
      description={`We’ll email them a link to ${organization.name}.`}
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form={formId} busy={form.busy}>
          Add User
        </CancelAndConfirm>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.errors.root && !form.errors.email && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field name="email" label="Email" error={form.errors.email}>
          <Input type="email" inputMode="email" autoComplete="off" maxLength={255} {...form.field('email')} />
        </Field>
        <Field name="name" label="Name" optional error={form.errors.name}>
          <Input autoComplete="off" maxLength={100} {...form.field('name')} />
        </Field>
        <LevelChoice level={level} onLevel={setLevel} />
      </form>
    </Dialog>
  )
}
