import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldErrorsOf, messageOf } from '../api/api-error.ts'
import { fieldId } from '../ui/field.tsx'
import { toastError } from '../ui/toast-store.ts'

// Used for every form (decision 24). The contract's schema validates the values and supplies the messages.

/** `root` concerns none of the fields. */
export type Errors<Values> = { readonly [Name in (keyof Values & string) | 'root']?: string | undefined }

type Rules<Values> = z.ZodType | ((values: Values, start: Values) => Errors<Values>)

export function errorsOf<Values extends object>(shape: z.ZodType, values: Values): Errors<Values> {
  const parsed = shape.safeParse(values)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'root')] ??= message
  return errors as Errors<Values>
}

/** Arrays of numbers are sets, so their order is irrelevant. Everything else compares as typed. */
const comparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && typeof value[0] === 'number' ? value.toSorted() : value)

export const changedIn = <Values extends object>(start: Values, values: Values): (keyof Values & string)[] =>
  namesOf(start).filter((name) => comparable(start[name]) !== comparable(values[name]))

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

const invalidFields = <Values extends object>(errors: Errors<Values>) =>
  (Object.keys(errors) as (keyof Errors<Values>)[]).filter((name) => errors[name])

type FormState<Values> = { readonly start: Values; readonly values: Values }

/** Validates on submit, then on each change to an invalid field. `onSubmit` returns or throws the refused fields. */
export function useForm<Values extends object>(
  rules: Rules<Values>,
  start: Values,
  onSubmit: (values: Values, start: Values) => Promise<Errors<Values> | undefined> | Promise<void>,
  {
    typed = start,
    failed,
    toErrors = fieldErrorsOf,
    onRefused = focusFirst,
  }: {
    /** Initial values that differ from the start, such as a stored draft. */
    typed?: Values
    /** Title of the toast if `onSubmit` throws. */
    failed?: string
    /** Errors of the fields if `onSubmit` throws. */
    toErrors?: (error: unknown) => Readonly<Record<string, string | undefined>>
    /** For refusals that need more than focus on a field of this screen. */
    onRefused?: (errors: Errors<Values>, values: Values) => void
  } = {},
) {
  const [state, setState] = useState<FormState<Values>>({ start, values: typed })
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { values } = state

  const check = (input: FormState<Values>): Errors<Values> =>
    typeof rules === 'function' ? rules(input.values, input.start) : errorsOf(rules, input.values)

  const refuse = (fieldErrors: Errors<Values>, input: FormState<Values>) => {
    setErrors(fieldErrors)
    setAttempt((count) => count + 1)
    onRefused(fieldErrors, input.values)
  }
  const send = async (input: FormState<Values>) => {
    try {
      return await onSubmit(input.values, input.start)
    } catch (error) {
      if (failed) toastError(failed, error)
      const refused = toErrors(error)
      const isShown = Object.keys(refused).some((name) => Object.hasOwn(input.values, name))
      return (isShown ? refused : { root: messageOf(error), ...refused }) as Errors<Values>
    }
  }
  const submit = async (input: FormState<Values> = state) => {
    if (running.current) return
    const invalid = check(input)
    if (invalidFields(invalid).length > 0) return refuse(invalid, input)
    running.current = true
    setBusy(true)
    setErrors({})
    const refusedErrors = (await send(input)) ?? {}
    running.current = false
    setBusy(false)
    if (invalidFields(refusedErrors).length > 0) refuse(refusedErrors, input)
  }
  const change = (nextValues: Values, names: readonly string[]) => {
    const next = { ...state, values: nextValues }
    setState(next)
    const namesWithError = names.filter((name) => Object.hasOwn(errors, name))
    if (namesWithError.length === 0) return
    const newErrors: Readonly<Record<string, string | undefined>> = check(next)
    setErrors({ ...errors, ...Object.fromEntries(namesWithError.map((name) => [name, newErrors[name]])) })
  }
  return {
    values,
    start: state.start,
    errors,
    /** An `ErrorSummary` takes focus at each attempt. */
    attempt,
    busy,
    isDirty: changedIn(state.start, values).length > 0,
    set: (part: Partial<Values>) => change({ ...values, ...part }, Object.keys(part)),
    submit,
    /** For values that were sent another way. */
    refuse: (refused: Errors<Values>) => refuse(refused, state),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      // React events bubble from a dialog to the form that opened it.
      event.stopPropagation()
      void submit()
    },
    /** Restarts the form with saved values, or resets it. */
    begin: (from: Values, over: Values = from) => {
      setState({ start: from, values: over })
      setErrors({})
    },
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: Values[Name] & string } }) =>
        change({ ...values, [name]: event.target.value }, [name]),
    }),
  }
}

/** In the order of the values. Undefined may still mean an error of the whole form. */
export const firstInvalidField = <Values extends object>(errors: Errors<Values>, values: Values) =>
  namesOf(values).find((name) => errors[name])

function focusFirst<Values extends object>(errors: Errors<Values>, values: Values): void {
  const first = firstInvalidField(errors, values)
  if (first) document.getElementById(fieldId(first))?.focus()
}
