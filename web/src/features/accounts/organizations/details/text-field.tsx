import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Field, Input, Textarea } from '../../../../ui/field.tsx'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import { fieldWarning } from './field-warnings.ts'
import type { TextField } from './profile-form.ts'
import type { ProfileForm } from './use-profile-form.ts'

export function ProfileTextField({
  form,
  field,
  label,
  hint,
  required = false,
  inRow = false,
  className,
  onType = (text) => text,
  as: Control = Input,
  ...input
}: Omit<ComponentProps<'input'>, 'form' | 'value' | 'onChange' | 'name'> & {
  form: ProfileForm
  field: TextField
  label: ReactNode
  hint?: ReactNode
  inRow?: boolean
  onType?: (typed: string) => string
  as?: ComponentType<ComponentProps<'input'>>
}) {
  const { admin } = usePermissions()
  // Warns only after a pause in typing, never on blur: a layout shift could move the button being clicked.
  const isSettled = useDebounced(form.values[field], 1_000) === form.values[field]
  const warning = admin && isSettled ? fieldWarning(field, form.values) : null
  return (
    <Field
      name={field}
      label={label}
      hint={hint}
      error={form.problems[field]}
      warning={warning ?? undefined}
      required={required}
      inRow={inRow}
      {...(className ? { className } : {})}
    >
      <Control
        {...input}
        value={form.values[field]}
        readOnly={!admin}
        onChange={(event) => form.set(field, onType(event.target.value))}
      />
    </Field>
  )
}

export function ProfileTextArea({
  form,
  field,
  label,
  hint,
}: {
  form: ProfileForm
  field: TextField
  label: ReactNode
  hint?: ReactNode
}) {
  const { admin } = usePermissions()
  return (
    <Field name={field} label={label} hint={hint} error={form.problems[field]}>
      <Textarea
        rows={5}
        maxLength={2000}
        value={form.values[field]}
        readOnly={!admin}
        onChange={(event) => form.set(field, event.target.value)}
      />
    </Field>
  )
}
