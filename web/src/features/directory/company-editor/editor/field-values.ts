import { directory } from '@twofold/contract'
import { parseTypedAmount } from '@twofold/matching'
import type { ReactNode } from 'react'

export type Values = Readonly<Record<string, unknown>>

type FieldText = string | ((values: Values) => string)

export type EditorField = {
  readonly name: string
  readonly label: FieldText
  /** The default depends on the name. `set`: some of the options. `rows`: a list of `columns`. */
  readonly kind?: 'text' | 'known' | 'list' | 'amount' | 'choice' | 'check' | 'set' | 'rows' | 'date' | 'other'
  readonly optional?: boolean
  readonly hint?: FieldText
  /** Shows the hint below the control. */
  readonly inRow?: boolean
  readonly className?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly lines?: number
  /** A set has pairs, whose values may be numbers. */
  readonly options?: Readonly<Record<string, string>> | readonly (readonly [value: string | number, label: string])[]
  readonly columns?: readonly EditorField[]
  readonly add?: string
  readonly control?: (set: (value: unknown) => void) => ReactNode
}

export const kindOf = ({ name, kind }: EditorField) => kind ?? directory.fieldKinds[name] ?? 'text'

export const optionsOf = ({ options = {} }: EditorField): readonly (readonly [string | number, string])[] =>
  isList(options) ? options : Object.entries(options)

const isList = (options: object): options is readonly (readonly [string | number, string])[] => Array.isArray(options)

export const resolveText = (text: FieldText, values: Values): string => (typeof text === 'string' ? text : text(values))

export const unitsText = (amount: number): string => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))

let keys = 0

export const initialValuesOf = (fields: readonly EditorField[], from: Values): Values =>
  Object.fromEntries(fields.map((field) => [field.name, typedOf(field, from[field.name])]))

export const blankRow = (columns: readonly EditorField[]): Values => ({ ...initialValuesOf(columns, {}), key: ++keys })

function typedOf(field: EditorField, value: unknown): unknown {
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  switch (kindOf(field)) {
    case 'list':
      return entries.join('\n')
    case 'amount':
      return typeof value === 'number' ? unitsText(value) : ''
    case 'set':
      return entries
    case 'check':
      return value === true
    case 'rows':
      return entries.map((row) => ({ ...blankRow([]), ...initialValuesOf(field.columns ?? [], { ...Object(row) }) }))
    case 'other':
      return value ?? null
    default:
      return value ?? ''
  }
}

/** Text that is not a number becomes NaN, which the contract refuses. */
export const bodyOf = (fields: readonly EditorField[], values: Values): Values =>
  Object.fromEntries(fields.map((field) => [field.name, sentOf(field, values[field.name])]))

function sentOf(field: EditorField, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : ''
  switch (kindOf(field)) {
    case 'list':
      return text.split('\n').flatMap((line) => line.trim() || [])
    case 'amount':
      return text === '' ? null : parseTypedAmount(text)
    case 'known':
    case 'choice':
      return text || null
    case 'date':
      return text || (field.optional ? null : '')
    case 'rows':
      return Array.isArray(value) ? value.map((row) => bodyOf(field.columns ?? [], { ...Object(row) })) : []
    default:
      return value
  }
}

/** Moves the refusal of a list entry to its list. */
export const errorsByField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.split('.')[0] ?? name, message]))
