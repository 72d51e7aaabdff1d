import { auth } from '@twofold/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../api/client.ts'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { confirmationBody, type Proof, ProofField, proofErrorsOf, proofShape } from './identity-proof.tsx'
import { passkeyFailure } from './passkey-support.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export type FactorChange =
  | { readonly kind: 'add-app' | 'remove-app' | 'add-passkey' | 'new-codes' }
  | { readonly kind: 'remove-passkey'; readonly id: string; readonly name: string }

type FactorResult = { factors: auth.Factors; recovery_codes: string[] | null }
type View = { readonly kind: 'proof' } | { readonly kind: 'app'; readonly secret: auth.TotpSecret } | Codes
type Codes = { readonly kind: 'codes'; readonly codes: readonly string[] }

const changeTexts = {
  'add-app': { title: 'Set up an authenticator app', button: 'Continue', done: 'Authenticator app added' },
  'remove-app': { title: 'Remove the authenticator app', button: 'Remove', done: 'Authenticator app removed' },
  'add-passkey': { title: 'Add a passkey', button: 'Continue', done: 'Passkey added' },
  'remove-passkey': { title: 'Remove a passkey', button: 'Remove', done: 'Passkey removed' },
  'new-codes': { title: 'New recovery codes', button: 'Create new codes', done: 'New recovery codes created' },
} as const

const confirmation = proofShape.extend({ passkeyName: z.string() })

export function FactorDialog({
  change,
  proof,
  onChanged,
  onClose,
}: {
  change: FactorChange
  proof: Proof
  onChanged: (factors: auth.Factors) => void
  onClose: () => void
}) {
  const [view, setView] = useState<View>({ kind: 'proof' })
  const { title, done } = changeTexts[change.kind]
  const onFactorsChanged = ({ factors, recovery_codes }: FactorResult) => {
    onChanged(factors)
    toast({ title: done })
    if (recovery_codes) setView({ kind: 'codes', codes: recovery_codes })
    else onClose()
  }
  if (view.kind === 'codes') {
    return (
      <Dialog
        confirmClose="These codes won’t be shown again."
        onClose={onClose}
        title="Save these codes"
        footer={<Button onClick={onClose}>I’ve saved them</Button>}
      >
        <RecoveryCodes codes={view.codes} />
      </Dialog>
    )
  }
  if (view.kind === 'app') {
    const begin = async () => view.secret
    return (
      <Dialog confirmClose="Your app isn’t set up yet." onClose={onClose} title={title}>
        <AuthenticatorSetup
          begin={begin}
          confirm={async (code) => onFactorsChanged(await call(auth.confirmTotp, { body: { code } }))}
        />
      </Dialog>
    )
  }
  return (
    <ProofStep
      change={change}
      proof={proof}
      onClose={onClose}
      onProof={async (confirmed, passkeyName) => {
        const result = await startChange(change, confirmed, passkeyName)
        if ('secret' in result) setView({ kind: 'app', secret: result })
        else onFactorsChanged(result)
      }}
    />
  )
}

async function startChange(
  change: FactorChange,
  body: auth.Reauthentication,
  passkeyName: string,
): Promise<auth.TotpSecret | FactorResult> {
  if (change.kind === 'add-app') return call(auth.beginTotp, { body })
  if (change.kind === 'remove-app') return call(auth.removeTotp, { body })
  if (change.kind === 'new-codes') return call(auth.renewRecoveryCodes, { body })
  if (change.kind === 'remove-passkey') return call(auth.removePasskey, { body: { ...body, id: change.id } })
  const { createPasskey } = await import('./passkey.ts')
  return createPasskey(body, passkeyName)
}

function ProofStep({
  change,
  proof,
  onClose,
  onProof,
}: {
  change: FactorChange
  proof: Proof
  onClose: () => void
  onProof: (confirmed: auth.Reauthentication, passkeyName: string) => Promise<void>
}) {
  const { title, button } = changeTexts[change.kind]
  const isRemoval = change.kind === 'remove-app' || change.kind === 'remove-passkey'
  const form = useForm(
    confirmation,
    { proof: '', passkeyName: '' },
    async (values) => {
      await onProof(confirmationBody(proof, values.proof), values.passkeyName)
    },
    { toErrors: (error) => proofErrorsOf(error, passkeyFailure) },
  )
  return (
    <FormDialog
      width="small"
      title={title}
      description={`Confirm it’s you with ${proof === 'password' ? 'your password' : 'a code from your app'}.`}
      button={button}
      variant={isRemoval ? 'danger' : 'primary'}
      form={form}
      onClose={onClose}
    >
      {change.kind === 'remove-passkey' && (
        <p>
          <strong className="font-semibold wrap-anywhere">{change.name}</strong> will no longer sign you in.
        </p>
      )}
      {change.kind === 'new-codes' && <p>Your current codes will stop working.</p>}
      {change.kind === 'add-passkey' && (
        <Field
          name="passkeyName"
          label="Name"
          hint="Like “My phone” or “Security key”, so you’ll recognize it."
          optional
        >
          <Input autoComplete="off" maxLength={60} {...form.field('passkeyName')} />
        </Field>
      )}
      <ProofField proof={proof} error={form.errors.proof} field={form.field('proof')} />
    </FormDialog>
  )
}
