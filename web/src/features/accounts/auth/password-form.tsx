import { auth } from '@twofold/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { beginSession } from '../../../shared/begin-session.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { EmailField } from './email-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { loginFailure, signInWithPassword } from './sign-in.ts'

const ForgotDialog = lazyDialog(() => import('./forgot-dialog.tsx'))

export function PasswordForm({
  email,
  onEmail,
  onSecondStep,
}: {
  email: string
  onEmail: (email: string) => void
  onSecondStep: (needed: auth.SecondStep) => void
}) {
  const [forgot, setForgot] = useState(false)
  const form = useForm(auth.loginForm, { email, password: '' }, async (values) => {
    try {
      const result = await signInWithPassword(values)
      if ('second_step' in result) onSecondStep(result.second_step)
      else beginSession(result)
      return {}
    } catch (error) {
      const message = loginFailure(error)
      toastError('Login Failed', message)
      return { ...(error instanceof ApiError ? error.fields : {}), root: message }
    }
  })
  const { errors, busy } = form

  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {errors.root && <Notice tone="problem">{errors.root}</Notice>}
      <EmailField {...form.field('email')} onEmail={onEmail} error={errors.email} />
      <Field
        name="password"
        label="Password"
        error={errors.password}
        aside={
          <button
            type="button"
            className="-my-1 rounded-sm py-1 text-[0.9375rem] text-brand-text underline underline-offset-2 hover:decoration-2 pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
            onClick={() => setForgot(true)}
          >
            Forgot password?
          </button>
        }
      >
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
      <Button type="submit" busy={busy} className="mt-1 w-full">
        {busy ? 'Signing in...' : 'Sign in'}
      </Button>
      {forgot && <ForgotDialog email={form.values.email} onClose={() => setForgot(false)} />}
    </form>
  )
}
