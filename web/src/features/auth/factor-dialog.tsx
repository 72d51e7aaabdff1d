import { auth } from '@twofold/contract'
import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSmallForm } from '../../ui/small-form.ts'
import { toast } from '../../ui/toast-store.ts'
import { AppSetup } from './app-setup.tsx'
import { passkeyFailure } from './passkey-failure.ts'
import { PasswordInput } from './password-input.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type FactorChange =
  | { readonly kind: 'add-app' | 'remove-app' | 'add-passkey' | 'new-codes' }
  | { readonly kind: 'remove-passkey'; readonly id: string; readonly name: string }

type Changed = { factors: auth.Factors; recovery_codes: string[] | null }
type View = { readonly kind: 'password' } | { readonly kind: 'app'; readonly secret: auth.TotpSecret } | Codes
type Codes = { readonly kind: 'codes'; readonly codes: readonly string[] }

const words = {
  'add-app': { title: 'Set up an authenticator app', button: 'Continue', done: 'Authenticator app added' },
  'remove-app': { title: 'Remove the authenticator app', button: 'Remove', done: 'Authenticator app removed' },
  'add-passkey': { title: 'Add a passkey', button: 'Continue', done: 'Passkey added' },
  'remove-passkey': { title: 'Remove a passkey', button: 'Remove', done: 'Passkey removed' },
  'new-codes': { title: 'New recovery codes', button: 'Make new codes', done: 'New recovery codes made' },
} as const

const confirmation = z.object({ password: z.string().min(1, 'Enter your password'), passkeyName: z.string() })

/** One change to the way of signing in: the password first, then what belongs to it, then the codes that are shown once. */
export function FactorDialog({
  change,
  onChanged,
  onClose,
}: {
  change: FactorChange
  onChanged: (factors: auth.Factors) => void
  onClose: () => void
}) {
  const [view, setView] = useState<View>({ kind: 'password' })
  const { title, done } = words[change.kind]
  const changed = ({ factors, recovery_codes }: Changed) => {
    onChanged(factors)
    toast({ title: done })
    if (recovery_codes) setView({ kind: 'codes', codes: recovery_codes })
    else onClose()
  }
  if (view.kind === 'codes') {
    return (
      <Dialog
        open
        keep
        onClose={onClose}
        title="Keep these codes"
        footer={<Button onClick={onClose}>I have kept them</Button>}
      >
        <RecoveryCodes codes={view.codes} />
      </Dialog>
    )
  }
  if (view.kind === 'app') {
    const begin = async () => view.secret
    return (
      <Dialog open keep onClose={onClose} title={title}>
        <AppSetup begin={begin} confirm={async (code) => changed(await call(auth.confirmTotp, { body: { code } }))} />
      </Dialog>
    )
  }
  return (
    <PasswordStep
      change={change}
      onClose={onClose}
      onPassword={async (password, passkeyName) => {
        const next = await begin(change, password, passkeyName)
        if ('secret' in next) setView({ kind: 'app', secret: next })
        else changed(next)
      }}
    />
  )
}

async function begin(change: FactorChange, password: string, passkeyName: string): Promise<auth.TotpSecret | Changed> {
  const body = { password }
  if (change.kind === 'add-app') return call(auth.beginTotp, { body })
  if (change.kind === 'remove-app') return call(auth.removeTotp, { body })
  if (change.kind === 'new-codes') return call(auth.renewRecoveryCodes, { body })
  if (change.kind === 'remove-passkey') return call(auth.removePasskey, { body: { password, id: change.id } })
  const { makePasskey } = await import('./passkey.ts')
  return makePasskey(password, passkeyName)
}

function PasswordStep({
  change,
  onClose,
  onPassword,
}: {
  change: FactorChange
  onClose: () => void
  onPassword: (password: string, passkeyName: string) => Promise<void>
}) {
  const { title, button } = words[change.kind]
  const isRemoval = change.kind === 'remove-app' || change.kind === 'remove-passkey'
  const form = useSmallForm(confirmation, { password: '', passkeyName: '' }, async ({ password, passkeyName }) => {
    try {
      await onPassword(password, passkeyName)
      return {}
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields.password : undefined
      return refused ? { password: refused } : { root: passkeyFailure(error) }
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description="Confirm with your password that it is you."
      width="small"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="factor-change" look={isRemoval ? 'danger' : 'primary'} busy={form.busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id="factor-change" noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        {change.kind === 'remove-passkey' && (
          <p>
            <strong className="font-semibold wrap-anywhere">{change.name}</strong> will not sign you in any more.
          </p>
        )}
        {change.kind === 'new-codes' && <p>The codes that you have now stop working.</p>}
        {change.kind === 'add-passkey' && (
          <Field
            name="passkeyName"
            label="Name"
            hint="So that you know it again: the phone or the key it is on."
            optional
          >
            <Input autoComplete="off" maxLength={60} {...form.field('passkeyName')} />
          </Field>
        )}
        <Field name="password" label="Password" error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} />
        </Field>
      </form>
    </Dialog>
  )
}
