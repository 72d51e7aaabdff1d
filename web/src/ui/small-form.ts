import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldId } from './field.tsx'

type Errors<Name extends string> = Partial<Record<Name | 'root', string>>

/** The first message of each field that a shape refuses. */
export function errorsOf<Name extends string>(shape: z.ZodType, values: Record<Name, string>): Errors<Name> {
  const parsed = shape.safeParse(values)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'root')] ??= message
  return errors as Errors<Name>
}

/**
 * A form of one or two text fields, for the screens that must load fast; larger ones use React Hook Form. Checks on
 * submit, then on every key once a field was wrong, and puts the focus on the first field that is.
 */
export function useSmallForm<Name extends string>(
  shape: z.ZodType,
  start: Record<Name, string>,
  onSubmit: (values: Record<Name, string>) => Promise<Errors<Name>>,
) {
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Errors<Name>>({})
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const refuse = (next: Errors<Name>) => {
    setErrors(next)
    const first = Object.keys(values).find((name) => name in next)
    if (first) document.getElementById(fieldId(first))?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    const wrong = errorsOf(shape, values)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    running.current = true
    setBusy(true)
    setErrors({})
    const refused = await onSubmit(values)
    running.current = false
    setBusy(false)
    if (Object.keys(refused).length > 0) refuse(refused)
  }
  return {
    values,
    errors,
    busy,
    onSubmit: (event: FormEvent) => void submit(event),
    /** What an input needs: `<Input {...field('email')} />` */
    field: (name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: string } }) => {
        const next = { ...values, [name]: event.target.value }
        setValues(next)
        if (errors[name]) setErrors({ ...errors, [name]: errorsOf(shape, next)[name] })
      },
    }),
  }
}
