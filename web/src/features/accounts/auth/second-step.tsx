import { auth } from '@twofold/contract'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../shared/form.ts'
import { supportContact } from '../../../shared/support.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { canUsePasskeys, passkeyFailure, passkeysUnavailableReason } from './passkey-support.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Finish = (signedIn: auth.SignedIn, redirect: string | null) => void
type Props = { needed: auth.SecondStep; onFinished: Finish; onCancel: () => void }

export default function SecondStep(props: Props) {
  return props.needed.setup ? <SetUp {...props} /> : <Ask {...props} />
}

export const codeForm = z.object({ code: z.string().trim().min(6, 'Enter the 6-digit code or a recovery code') })

function Ask({ needed: { step, methods }, onFinished, onCancel }: Props) {
  const [problem, setProblem] = useState('')
  const [isPrompting, setPrompting] = useState(false)
  const hasCodes = methods.includes('totp') || methods.includes('recovery')
  const finish = ({ redirect, ...signedIn }: auth.CompletedSignIn) => onFinished(signedIn, redirect)
  const fail = (message: string) => {
    toastError('Login Failed', message)
    setProblem(message)
  }
  const finishByPasskey = async () => {
    setProblem('')
    setPrompting(true)
    try {
      const { finishWithPasskey } = await import('./passkey.ts')
      finish(await finishWithPasskey(step))
    } catch (error) {
      fail(passkeyFailure(error))
    }
    setPrompting(false)
  }
  const form = useForm(
    codeForm,
    { code: '' },
    async ({ code }) => {
      setProblem('')
      finish(await call(auth.finishWithCode, { body: { step, code } }))
    },
    { failed: 'Login Failed' },
  )
  return (
    <>
      <Heading>One more step</Heading>
      <p className="mt-1 mb-6 text-muted">
        {methods.includes('totp')
          ? 'Enter the code from your authenticator app.'
          : 'Use your passkey, or one of your recovery codes.'}
      </p>
      {(problem || form.errors.root) && (
        <Notice tone="problem" className="mb-5">
          {problem || form.errors.root}
        </Notice>
      )}
      {methods.includes('passkey') && (
        <Button
          icon={KeyRound}
          variant={methods.includes('totp') ? 'secondary' : 'primary'}
          className="mb-5 w-full"
          busy={isPrompting}
          disabled={!canUsePasskeys()}
          disabledReason={passkeysUnavailableReason()}
          onClick={() => void finishByPasskey()}
        >
          Use a passkey
        </Button>
      )}
      {hasCodes && (
        <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
          <Field
            name="code"
            label={methods.includes('totp') ? 'Code' : 'Recovery code'}
            hint="A 6-digit code. No phone? Use a recovery code. Each works once."
            error={form.errors.code}
          >
            <Input
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              className="tabular-nums"
              {...form.field('code')}
            />
          </Field>
          <Button type="submit" busy={form.busy} className="w-full">
            {form.busy ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
      )}
      <Button variant="quiet" className="mt-3 w-full" onClick={onCancel}>
        Back
      </Button>
      <p className="mt-6 border-t border-hairline pt-5 text-[0.9375rem] text-muted">
        Lost your phone and your recovery codes? Write to{' '}
        <a className="text-brand-text underline underline-offset-2" href={`mailto:${supportContact.email}`}>
          {supportContact.email}
        </a>
        .
      </p>
    </>
  )
}

/** Super users need a second factor. */
function SetUp({ needed: { step }, onFinished, onCancel }: Props) {
  const [finished, setFinished] = useState<(auth.CompletedSignIn & { recovery_codes: string[] }) | null>(null)
  if (finished) {
    const { redirect, recovery_codes, ...signedIn } = finished
    return (
      <>
        <Heading>Save these codes</Heading>
        <RecoveryCodes codes={recovery_codes} />
        <Button className="mt-6 w-full" onClick={() => onFinished(signedIn, redirect)}>
          I’ve saved them, sign in
        </Button>
      </>
    )
  }
  return (
    <>
      <Heading>Set up two-step sign-in</Heading>
      <p className="mt-1 mb-6 text-muted">
        Super users need it. Scan the QR code with an authenticator app, then enter the code it shows.
      </p>
      <AuthenticatorSetup
        begin={() => call(auth.setUpSecondStep, { body: { step } })}
        confirm={async (code) => setFinished(await call(auth.finishSetUp, { body: { step, code } }))}
      />
      <Button variant="quiet" className="mt-3 w-full" onClick={onCancel}>
        Back
      </Button>
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
      {children}
    </h1>
  )
}
