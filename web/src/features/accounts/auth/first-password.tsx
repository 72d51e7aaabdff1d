import { auth, screens } from '@twofold/contract'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { beginSession } from '../../../shared/begin-session.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { AuthHeading } from './auth-layout.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { isExpiredLink, resetFailure } from './passwords.ts'

const SecondStep = lazyComponent(() => import('./second-step.tsx'))

type Props = { token: string; link: auth.PasswordLink; onInvalid: (message: string) => void }

export function FirstPassword({ token, link, onInvalid }: Props) {
  const navigate = useNavigate()
  const [needed, setNeeded] = useState<auth.SecondStep | null>(null)
  const signIn = (signedIn: auth.SignedIn) => {
    beginSession(signedIn, true)
    void navigate(screens.dashboard, { replace: true })
  }
  const form = useForm(auth.firstPasswordForm, { name: link.name, password: '' }, async (values) => {
    try {
      const { signed_in: result } = await call(auth.resetPassword, { body: { token, ...values } })
      if (!result) void navigate(screens.login, { replace: true })
      else if ('second_step' in result) setNeeded(result.second_step)
      else signIn(result)
      return {}
    } catch (error) {
      const message = resetFailure(error)
      if (isExpiredLink(error)) onInvalid(message)
      toastError('Your password was not created', message)
      const { name, password } = error instanceof ApiError ? error.fields : {}
      return name || password ? { name, password } : { root: message }
    }
  })
  if (needed) {
    return (
      <Suspense fallback={<Loading />}>
        <SecondStep
          needed={needed}
          onFinished={signIn}
          onCancel={() => void navigate(screens.login, { replace: true })}
        />
      </Suspense>
    )
  }
  const { errors, busy } = form
  return (
    <>
      <AuthHeading>Create your password</AuthHeading>
      <p className="mt-1 mb-6 text-muted">
        {welcome(link)} You’ll sign in as <span className="font-semibold text-ink wrap-anywhere">{link.email}</span>.
      </p>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Field name="name" label="Your name" hint="Your teammates will see this name." error={errors.name}>
          <Input autoComplete="name" {...form.field('name')} />
        </Field>
        {/* Lets a password manager store the password under this address. */}
        <input type="hidden" name="username" autoComplete="username" value={link.email} />
        <NewPasswordField
          label="Password"
          {...form.field('password')}
          error={errors.password}
          person={{
            email: link.email,
            name: form.values.name,
            organizations: link.organization ? [link.organization] : [],
          }}
        />
        <Button type="submit" busy={busy} className="mt-1 w-full">
          {busy ? 'Signing in...' : 'Create password and sign in'}
        </Button>
      </form>
    </>
  )
}

function welcome({ organization, invited_by }: auth.PasswordLink): string {
  if (organization === null) return 'Welcome to Twofold.'
  return invited_by === null
    ? `${organization} is registered, and you’re its administrator.`
    : `${invited_by} invited you to work on employer matching for ${organization}.`
}
