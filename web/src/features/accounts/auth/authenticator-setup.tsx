import type { auth } from '@twofold/contract'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/spinner.tsx'

const appCode = z.object({ appCode: z.string().trim().min(6, 'Enter the 6-digit code from the app') })

export function AuthenticatorSetup({
  begin,
  confirm,
}: {
  begin: () => Promise<auth.TotpSecret>
  confirm: (code: string) => Promise<void>
}) {
  const [secret, setSecret] = useState<auth.TotpSecret | null>(null)
  const [problem, setProblem] = useState('')
  const hasBegun = useRef(false)
  useEffect(() => {
    // A second secret would invalidate the first one, which may be scanned already.
    if (hasBegun.current) return
    hasBegun.current = true
    begin().then(setSecret, (error: unknown) => setProblem(messageOf(error)))
  }, [begin])
  const form = useForm(
    appCode,
    { appCode: '' },
    async (values) => {
      await confirm(values.appCode)
    },
    { toErrors: codeErrorsOf },
  )
  if (problem) return <Notice tone="problem">{problem}</Notice>
  if (!secret) return <Loading />
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
      {/* An image cannot execute scripts in the server's SVG. The white background keeps it scannable in dark mode. */}
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(secret.qr)}`}
        alt="QR code for an authenticator app"
        className="size-52 self-center rounded-control border border-hairline bg-white p-1"
      />
      <div>
        <p className="text-[0.9375rem] text-muted">Can’t scan it? Type this into the app:</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="rounded bg-sunken px-2 py-1 text-[0.875rem] wrap-anywhere">{inFours(secret.secret)}</code>
          <CopyButton text={secret.secret} label="Copy the secret" />
        </p>
      </div>
      <Field name="appCode" label="Code from the app" error={form.errors.appCode}>
        <Input autoComplete="one-time-code" inputMode="numeric" className="tabular-nums" {...form.field('appCode')} />
      </Field>
      <Button type="submit" busy={form.busy} className="w-full">
        Turn it on
      </Button>
    </form>
  )
}

function codeErrorsOf(error: unknown) {
  const { code, ...others } = fieldErrorsOf(error)
  return { ...others, appCode: code }
}

const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? text
