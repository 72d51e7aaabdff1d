import { auth } from '@twofold/contract'
import { z } from 'zod'
import { ApiError, fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { PasswordInput } from './password-input.tsx'

/** Users without a password confirm account changes with an authenticator code. */
export type Proof = 'password' | 'code'

export const proofOf = ({ has_password }: { has_password: boolean }): Proof => (has_password ? 'password' : 'code')

export const proofShape = z.object({ proof: z.string().min(1, auth.messages.confirmMissing) })

export const confirmationBody = (proof: Proof, value: string): auth.Reauthentication =>
  proof === 'password' ? { password: value } : { code: value }

/** `proof` is the field with the password or code. */
export function proofErrorsOf(
  error: unknown,
  toMessage: (error: unknown) => string = messageOf,
): Record<string, string> {
  const { password, code, ...others } = error instanceof ApiError ? error.fields : {}
  const proof = password ?? code
  return proof ? { ...others, proof } : fieldErrorsOf(error, toMessage)
}

type FieldProps = { name: string; value: string; onChange: (event: { target: { value: string } }) => void }

export function ProofField({ proof, error, field }: { proof: Proof; error: string | undefined; field: FieldProps }) {
  if (proof === 'password') {
    return (
      <Field name="proof" label="Password" error={error}>
        <PasswordInput autoComplete="current-password" {...field} />
      </Field>
    )
  }
  return (
    <Field
      name="proof"
      label="Code"
      hint="A 6-digit code from your authenticator app, or a recovery code."
      error={error}
    >
      <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...field} />
    </Field>
  )
}
