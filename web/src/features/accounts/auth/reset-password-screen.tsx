import { auth, screens } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { session } from '../../../api/session.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDocumentTitle } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { AuthHeading, AuthLayout } from './auth-layout.tsx'
import { FirstPassword } from './first-password.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { PasswordInput } from './password-input.tsx'
import { isExpiredLink, resetFailure } from './passwords.ts'
import { redirectAfterMs } from './redirect-after.ts'

type View = 'looking' | 'form' | 'first' | 'success' | 'invalid'

/** Also the target of the first email to a person without a password. */
export default function ResetPasswordScreen() {
  useDocumentTitle('Reset password')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [view, setView] = useState<View>(token ? 'looking' : 'invalid')
  const [link, setLink] = useState<auth.PasswordLink | null>(null)
  const [reason, setReason] = useState<string>(auth.messages.noResetToken)
  const showInvalid = (message: string) => {
    setReason(message)
    setView('invalid')
  }
  useEffect(() => {
    if (!token) return
    let isLeft = false
    const loadLink = async () => {
      try {
        const found = await call(auth.getPasswordLink, { body: { token } })
        if (isLeft) return
        setLink(found)
        setView(found.kind === 'first' ? 'first' : 'form')
      } catch (error) {
        if (isLeft) return
        setView(isExpiredLink(error) ? 'invalid' : 'form')
        if (isExpiredLink(error)) setReason(resetFailure(error))
      }
    }
    void loadLink()
    return () => {
      isLeft = true
    }
  }, [token])
  return (
    <AuthLayout>
      {view === 'looking' && <Loading />}
      {view === 'first' && link && <FirstPassword token={token} link={link} onInvalid={showInvalid} />}
      {view === 'form' && (
        <ResetForm
          token={token}
          link={link}
          onDone={() => {
            // The server has ended all sessions of this person, including the current one.
            session.end('logout')
            setView('success')
          }}
          onInvalid={showInvalid}
        />
      )}
      {view === 'success' && <SuccessView />}
      {view === 'invalid' && <InvalidView reason={reason} />}
    </AuthLayout>
  )
}

function ResetForm({
  token,
  link,
  onDone,
  onInvalid,
}: {
  token: string
  link: auth.PasswordLink | null
  onDone: () => void
  onInvalid: (message: string) => void
}) {
  const start = { password: '', confirmPassword: '' }
  const form = useForm(auth.resetForm, start, async ({ password }) => {
    try {
      await call(auth.resetPassword, { body: { token, password } })
      onDone()
      return {}
    } catch (error) {
      const message = resetFailure(error)
      toastError(auth.messages.resetFailedTitle, message)
      if (isExpiredLink(error)) onInvalid(message)
      const { password: refusedPassword } = error instanceof ApiError ? error.fields : {}
      return refusedPassword ? { password: refusedPassword } : { root: message }
    }
  })
  const { errors, busy } = form
  return (
    <>
      <AuthHeading>Reset password</AuthHeading>
      <p className="mt-1 mb-6 text-muted">Choose a new password. We’ll sign you out everywhere else.</p>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <NewPasswordField
          label="New password"
          {...form.field('password')}
          error={errors.password}
          person={{
            email: link?.email ?? '',
            name: link?.name ?? '',
            organizations: link?.organization ? [link.organization] : [],
          }}
        />
        <Field name="confirmPassword" label="Confirm password" error={errors.confirmPassword}>
          <PasswordInput autoComplete="new-password" {...form.field('confirmPassword')} />
        </Field>
        <Button type="submit" busy={busy} className="mt-1 w-full">
          {busy ? 'Resetting...' : 'Reset Password'}
        </Button>
      </form>
    </>
  )
}

function SuccessView() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(screens.login, { replace: true }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <>
      <AuthHeading>Password reset</AuthHeading>
      <Notice tone="submitted" className="mt-6 mb-6">
        Your new password is set. Taking you to sign in…
      </Notice>
      <BackToLogin label="Go to sign in" />
    </>
  )
}

function InvalidView({ reason }: { reason: string }) {
  return (
    <>
      <AuthHeading>Invalid link</AuthHeading>
      <Notice tone="problem" className="mt-6 mb-6">
        {reason}
      </Notice>
      <BackToLogin label="Back to Login" />
    </>
  )
}

const BackToLogin = ({ label }: { label: string }) => (
  <Button asChild className="w-full">
    <Link to={screens.login} replace>
      {label}
    </Link>
  </Button>
)
