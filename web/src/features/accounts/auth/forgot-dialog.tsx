import { auth } from '@twofold/contract'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { forgotFailure, forgotPasswordForm } from './passwords.ts'

/** Never reveals whether the address is known. */
export default function ForgotDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(forgotPasswordForm, { forgotten: email }, async ({ forgotten }) => {
    try {
      await call(auth.forgotPassword, { body: { email: forgotten } })
      setSentTo(forgotten.trim())
      toast({ title: auth.messages.resetSentTitle })
      return {}
    } catch (error) {
      const { title, message, field } = forgotFailure(error)
      toastError(title, message)
      return field ? { forgotten: message } : { root: message }
    }
  })
  if (sentTo) return <Sent email={sentTo} onClose={onClose} />
  return (
    <Dialog
      onClose={onClose}
      title="Forgot password"
      description="We’ll email you a link to reset your password. It expires in 60 minutes."
      width="small"
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form="forgot-password" busy={form.busy}>
          {form.busy ? 'Sending...' : 'Send Reset Link'}
        </CancelAndConfirm>
      }
    >
      <form
        id="forgot-password"
        noValidate
        onSubmit={(event) => {
          if (!forgotPasswordForm.safeParse(form.values).success) {
            toastError(auth.messages.invalidEmailTitle, auth.messages.invalidEmailToReset)
          }
          form.onSubmit(event)
        }}
      >
        <Field name="forgotten" label="Email" error={form.errors.forgotten ?? form.errors.root}>
          <Input type="email" autoComplete="username" inputMode="email" {...form.field('forgotten')} />
        </Field>
      </form>
    </Dialog>
  )
}

function Sent({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Check your inbox"
      width="small"
      footer={<Button onClick={onClose}>Back to sign in</Button>}
    >
      <p role="status">
        If <strong className="font-semibold wrap-anywhere">{email}</strong> has an account, we’ve sent a link to reset
        the password. It expires in 60 minutes. Check your spam folder too.
      </p>
    </Dialog>
  )
}
