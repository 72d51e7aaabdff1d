import { auth, screens } from '@twofold/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { Entrance } from './entrance.tsx'
import { PasswordInput } from './password-input.tsx'
import { isDeadLink, resetFailure } from './passwords.ts'

export const redirectAfterMs = 3_000

type View = 'form' | 'success' | 'invalid'

/** Where the mail of "Forgot password" leads, and the first mail to somebody who has no password yet. */
export default function ResetPasswordScreen() {
  useDocumentTitle('Reset password')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [view, setView] = useState<View>(token ? 'form' : 'invalid')
  const [reason, setReason] = useState<string>(auth.messages.noResetToken)
  return (
    <Entrance>
      {view === 'form' && (
        <ResetForm
          token={token}
          onDone={() => {
            // The server has ended every session of this person, the one in this browser too.
            session.end('logout')
            setView('success')
          }}
          onInvalid={(message) => {
            setReason(message)
            setView('invalid')
          }}
        />
      )}
      {view === 'success' && <SuccessView />}
      {view === 'invalid' && <InvalidView reason={reason} />}
    </Entrance>
  )
}

function ResetForm({
  token,
  onDone,
  onInvalid,
}: {
  token: string
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
      if (isDeadLink(error)) onInvalid(message)
      const { password: refused } = error instanceof ApiError ? error.fields : {}
      return refused ? { password: refused } : { root: message }
    }
  })
  const { errors, busy } = form
  return (
    <>
      <Heading>Reset password</Heading>
      <p className="mt-1 mb-6 text-muted">
        Choose a new password. It signs you out everywhere else, and the link you came by is used up.
      </p>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Field
          name="password"
          label="New password"
          hint="Longer is better. A few words that do not belong together are easy to remember."
          error={errors.password}
        >
          <PasswordInput autoComplete="new-password" {...form.field('password')} />
        </Field>
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
      <Heading>Password reset</Heading>
      <Notice tone="submitted" className="mt-6 mb-6">
        Your new password is set. The sign-in page opens in a moment.
      </Notice>
      <BackToLogin label="Go to sign in" />
    </>
  )
}

function InvalidView({ reason }: { reason: string }) {
  return (
    <>
      <Heading>Invalid link</Heading>
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

/** Takes the focus when its view appears, so that a change of view is read aloud. */
function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
      {children}
    </h1>
  )
}
