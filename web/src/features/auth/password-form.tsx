import { zodResolver } from '@hookform/resolvers/zod'
import { auth } from '@twofold/contract'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { beginSession } from './me.tsx'
import { loginFailure, signInWithPassword } from './sign-in.ts'

export function PasswordForm({
  email,
  onEmail,
  onMagicLink,
}: {
  email: string
  onEmail: (email: string) => void
  onMagicLink: () => void
}) {
  const [shown, setShown] = useState(false)
  const [forgot, setForgot] = useState(false)
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(auth.loginForm),
    defaultValues: { email, password: '' },
    mode: 'onSubmit',
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (form) => {
    try {
      beginSession(await signInWithPassword(form))
    } catch (error) {
      const message = loginFailure(error)
      for (const field of ['email', 'password'] as const) {
        const wrong = error instanceof ApiError ? error.fields[field] : undefined
        if (wrong) setError(field, { message: wrong })
      }
      setError('root', { message })
      toastError('Login Failed', message)
      setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {errors.root?.message && <Notice tone="problem">{errors.root.message}</Notice>}
      <Field name="email" label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          {...register('email', { onChange: (event: { target: { value: string } }) => onEmail(event.target.value) })}
        />
      </Field>
      <Field
        name="password"
        label="Password"
        error={errors.password?.message}
        aside={
          <button
            type="button"
            className="-my-1 rounded-sm py-1 text-[0.9375rem] text-brand-text underline underline-offset-2 hover:decoration-2"
            onClick={() => setForgot(true)}
          >
            Forgot password?
          </button>
        }
      >
        <span className="relative block">
          <Input
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            className="pr-12"
            {...register('password')}
          />
          <button
            type="button"
            aria-label="Show the password"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
          >
            {shown ? <EyeOff className="size-5" aria-hidden="true" /> : <Eye className="size-5" aria-hidden="true" />}
          </button>
        </span>
      </Field>
      <Button type="submit" busy={isSubmitting} className="mt-1 w-full">
        {isSubmitting ? 'Signing in...' : 'Sign in'}
      </Button>
      <ForgotDialog
        open={forgot}
        onClose={() => setForgot(false)}
        onMagicLink={() => {
          setForgot(false)
          onMagicLink()
        }}
      />
    </form>
  )
}

/** New passwords come later; until then the other way in is the honest answer. */
function ForgotDialog({ open, onClose, onMagicLink }: { open: boolean; onClose: () => void; onMagicLink: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Forgot password"
      width="small"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onMagicLink}>Use a magic link</Button>
        </>
      }
    >
      <p>Passwords cannot be reset here yet. A magic link signs you in without one: we mail it to your address.</p>
    </Dialog>
  )
}
