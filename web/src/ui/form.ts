import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { fieldId } from './field.tsx'

// The one way of a form (decision 24): values by their names, checked by the contract's shape, refused in its words.

/** What is wrong, by field; `root` is about none of them. */
export type Errors<Values> = { readonly [Name in (keyof Values & string) | 'root']?: string | undefined }

/** A shape of the contract, or a function where only a part of the values is sent. */
type Rules<Values> = z.ZodType | ((values: Values, start: Values) => Errors<Values>)

/** The first message of each field that a shape refuses. */
export function errorsOf<Values extends object>(shape: z.ZodType, values: Values): Errors<Values> {
  const parsed = shape.safeParse(values)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? 'root')] ??= message
  return errors as Errors<Values>
}

/** Chosen numbers are a set: their order says nothing. All else is as it is typed. */
const comparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) && typeof value[0] === 'number' ? value.toSorted() : value)

/** The fields that are not as they were. */
export const changedIn = <Values extends object>(start: Values, values: Values): (keyof Values & string)[] =>
  namesOf(start).filter((name) => comparable(start[name]) !== comparable(values[name]))

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values & string)[]

const wrongIn = <Values extends object>(errors: Errors<Values>) =>
  (Object.keys(errors) as (keyof Errors<Values>)[]).filter((name) => errors[name])

/** What is being changed, and what it was. */
type Begun<Values> = { readonly start: Values; readonly values: Values }

/**
 * A form. It is checked when it is sent, and from then on with every key in a field that was wrong; the focus goes to the first
 * field that is. `onSubmit` answers what was refused, nothing of it when all is well.
 */
export function useForm<Values extends object>(
  rules: Rules<Values>,
  start: Values,
  onSubmit: (values: Values, start: Values) => Promise<Errors<Values>>,
  {
    typed = start,
    onRefused = focusFirst,
  }: {
    /** What stands there at first, where it is not the start: a draft that was kept. */
    typed?: Values
    /** Shows what was refused, where it is more than a field of this screen. */
    onRefused?: (errors: Errors<Values>, values: Values) => void
  } = {},
) {
  const [begun, setBegun] = useState<Begun<Values>>({ start, values: typed })
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { values } = begun

  const check = (of: Begun<Values>): Errors<Values> =>
    typeof rules === 'function' ? rules(of.values, of.start) : errorsOf(rules, of.values)

  const refuse = (refused: Errors<Values>, of: Begun<Values>) => {
    setErrors(refused)
    setAttempt((count) => count + 1)
    onRefused(refused, of.values)
  }
  const submit = async (of: Begun<Values> = begun) => {
    if (running.current) return
    const wrong = check(of)
    if (wrongIn(wrong).length > 0) return refuse(wrong, of)
    running.current = true
    setBusy(true)
    setErrors({})
    const refused = await onSubmit(of.values, of.start)
    running.current = false
    setBusy(false)
    if (wrongIn(refused).length > 0) refuse(refused, of)
  }
  const change = (to: Values, names: readonly string[]) => {
    const next = { ...begun, values: to }
    setBegun(next)
    const wrong = names.filter((name) => Object.hasOwn(errors, name))
    if (wrong.length === 0) return
    const found: Readonly<Record<string, string | undefined>> = check(next)
    setErrors({ ...errors, ...Object.fromEntries(wrong.map((name) => [name, found[name]])) })
  }
  return {
    values,
    start: begun.start,
    errors,
    /** How often it was refused: an `ErrorSummary` takes the focus each time. */
    attempt,
    busy,
    isDirty: changedIn(begun.start, values).length > 0,
    set: (part: Partial<Values>) => change({ ...values, ...part }, Object.keys(part)),
    submit,
    /** Shows what was refused of values that were sent in another way. */
    refuse: (refused: Errors<Values>) => refuse(refused, begun),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    /** Begins anew: with what was saved, or back at what it was. */
    begin: (from: Values, over: Values = from) => {
      setBegun({ start: from, values: over })
      setErrors({})
    },
    /** What an input needs: `<Input {...field('email')} />` */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      onChange: (event: { target: { value: Values[Name] & string } }) =>
        change({ ...values, [name]: event.target.value }, [name]),
    }),
  }
}

/** The first field that is wrong, in the order of the values; undefined: none is, but perhaps all of them together. */
export const firstWrong = <Values extends object>(errors: Errors<Values>, values: Values) =>
  namesOf(values).find((name) => errors[name])

function focusFirst<Values extends object>(errors: Errors<Values>, values: Values): void {
  const first = firstWrong(errors, values)
  if (first) document.getElementById(fieldId(first))?.focus()
}
