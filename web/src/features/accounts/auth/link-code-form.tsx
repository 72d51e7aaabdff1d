import { auth } from '@twofold/contract'
import { z } from 'zod'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'

const codeForm = z.object({ code: auth.linkCode })

/** For users who read the email on another device. */
export function LinkCodeForm({ hint, onCode }: { hint: string; onCode: (code: string) => Promise<void> }) {
  const form = useForm(
    codeForm,
    { code: '' },
    async ({ code }) => {
      await onCode(code)
    },
    { failed: 'Login Failed' },
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex w-full flex-col gap-4">
      {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
      <Field name="code" label="Code from the email" hint={hint} error={form.errors.code}>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          className="text-lg tracking-[0.15em] tabular-nums"
          {...form.field('code')}
        />
      </Field>
      <Button type="submit" busy={form.busy} className="w-full">
        {form.busy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  )
}
