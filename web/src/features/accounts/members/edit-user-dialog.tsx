import { type Level, members, type ResponseOf } from '@twofold/contract'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { LevelChoice } from './level-choice.tsx'
import { changesOf, userToasts } from './member-text.ts'

const shape = members.updateUser.body
  .pick({ name: true })
  .extend(members.signer.shape)
  .refine(members.hasRequiredTitle, { message: members.memberMessages.title, path: ['title'] })

export function EditUserDialog({
  organizationId,
  member,
  why,
  onClose,
  onSaved,
  onLevel,
}: {
  organizationId: number
  member: members.Member
  why: string | undefined
  onClose: () => void
  onSaved: (answer: ResponseOf<typeof members.listMembers>) => void
  /** Saves the level and closes the dialog, or throws the refusal. */
  onLevel: (level: Level) => Promise<void>
}) {
  const [level, setLevel] = useState<Level>(member.level)
  const { name, may_sign, title } = member
  const rename = useApiMutation(members.updateUser)
  const setSigner = useApiMutation(members.setSigner)
  const form = useForm(
    shape,
    { name, may_sign, title },
    async (values) => {
      const changes = changesOf(member, { ...values, level })
      if (changes.name !== undefined) {
        const body = { org_id: organizationId, user_id: member.id, name: changes.name, email: member.email }
        onSaved(await rename.mutateAsync({ params: { userId: member.id }, body }))
      }
      if (changes.signer !== undefined) {
        const params = { id: organizationId, userId: member.id }
        onSaved(await setSigner.mutateAsync({ params, body: changes.signer }))
      }
      if (changes.level !== undefined) return onLevel(changes.level)
      toast({ title: userToasts.updated })
      onClose()
    },
    { failed: userToasts.notUpdated },
  )
  const unchanged = Object.keys(changesOf(member, { ...form.values, level })).length === 0
  return (
    <FormDialog
      form={form}
      confirmClose={!unchanged}
      onClose={onClose}
      title="Edit User"
      description={member.email}
      disabled={unchanged}
      disabledReason="No changes yet."
      button="Save Changes"
    >
      <Field name="name" label="Name" error={form.errors.name}>
        <Input autoComplete="off" maxLength={100} {...form.field('name')} />
      </Field>
      <LevelChoice level={level} onLevel={setLevel} why={why} />
      <div>
        <Checkbox
          label="Authorized to sign matching gift forms"
          hint={level === 'read' ? 'Requires Write access.' : 'Their name and title appear on the form.'}
          checked={form.values.may_sign && level !== 'read'}
          disabled={level === 'read'}
          onChange={(event) => form.set({ may_sign: event.target.checked })}
        />
        {form.values.may_sign && level !== 'read' && (
          <Field name="title" label="Title" hint="Like Executive Director" error={form.errors.title}>
            <Input autoComplete="organization-title" maxLength={100} {...form.field('title')} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}
