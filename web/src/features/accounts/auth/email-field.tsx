import type { ChangeEvent } from 'react'
import { Field, Input } from '../../../ui/field.tsx'

/** Reports every keystroke, so the address is kept when another method is chosen. */
export function EmailField({
  name,
  value,
  onChange,
  onEmail,
  error,
}: {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onEmail: (email: string) => void
  error: string | undefined
}) {
  return (
    <Field name={name} label="Email" error={error}>
      <Input
        type="email"
        autoComplete="username"
        inputMode="email"
        name={name}
        value={value}
        onChange={(event) => {
          onChange(event)
          onEmail(event.target.value)
        }}
      />
    </Field>
  )
}
