import type { ComponentProps } from 'react'
import { Field } from '../../../ui/field.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { type Person, passwordHint } from './password-hint.ts'
import { PasswordInput } from './password-input.tsx'

export function NewPasswordField({
  label,
  error,
  person,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'name' | 'value'> & {
  name: string
  value: string
  label: string
  error: string | undefined
  person: Person
}) {
  const hint = passwordHint(input.value, person)
  // Read out only after a pause, not at every key.
  const settled = useDebounced(hint, 1_000)
  return (
    <Field
      name={input.name}
      label={label}
      hint="Longer is better. A few unrelated words are easy to remember."
      error={error}
    >
      <PasswordInput {...input} autoComplete="new-password" />
      {!error && (
        <>
          <p className="min-h-6 text-[0.9375rem] text-muted" aria-hidden="true">
            {hint}
          </p>
          <p className="sr-only" role="status">
            {settled}
          </p>
        </>
      )}
    </Field>
  )
}
