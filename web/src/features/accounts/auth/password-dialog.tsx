import { auth } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { useMe } from '../../../shared/me.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordInput } from './password-input.tsx'

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const change = useApiMutation(auth.changePassword, { refreshes: [auth.listAccountEvents, auth.listSessions] })
  const start = { current: '', password: '', confirmPassword: '' }
  const form = useForm(auth.changePasswordForm, start, async ({ current, password }) => {
    const { ended } = await change.mutateAsync({ body: { current, password } })
    toast({
      title: 'Password changed',
      description: ended > 0 ? `${plural(ended, 'other session')} ended.` : 'You stay signed in here.',
    })
    onClose()
  })
  return (
    <FormDialog
      width="small"
      title="Change your password"
      description="You stay signed in here, and are signed out everywhere else."
      button="Change password"
      form={form}
      onClose={onClose}
    >
      <Field name="current" label="Current password" error={form.errors.current}>
        <PasswordInput autoComplete="current-password" {...form.field('current')} />
      </Field>
      <NewPasswordField
        label="New password"
        {...form.field('password')}
        error={form.errors.password}
        person={{ email: me.email, name: me.name, organizations: me.orgs.map(({ name }) => name) }}
      />
      <Field name="confirmPassword" label="Confirm password" error={form.errors.confirmPassword}>
        <PasswordInput autoComplete="new-password" {...form.field('confirmPassword')} />
      </Field>
    </FormDialog>
  )
}
