import { z } from 'zod'
import type { KeyStorage } from '../api/storage.ts'
import { changedIn } from '../ui/form.ts'

/** Drafts survive an expired session and a page reload. */

const keyOf = ({ form }: DraftKey): string => `twofold.${form}-draft`

const values = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(z.number())]))
const stored = z.object({
  who: z.string(),
  about: z.number(),
  version: z.number(),
  start: values,
  typed: values,
})

export type DraftKey = {
  readonly form: string
  readonly who: string
  readonly about: number
}
export type Draft<Values> = { readonly version: number; readonly start: Values; readonly values: Values }

/** Stores changed fields except `secret` ones: private keys and passwords are never stored. */
export function keepDraft<Values extends object>(
  storage: KeyStorage,
  whose: DraftKey,
  { version, start, values }: Draft<Values>,
  secret: readonly (keyof Values)[] = [],
): void {
  const fields = changedIn(start, values).filter((field) => !secret.includes(field))
  if (fields.length === 0) {
    dropDraft(storage, whose)
    return
  }
  const of = (from: Values) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  const { who, about } = whose
  storage.setItem(keyOf(whose), JSON.stringify({ who, about, version, start: of(start), typed: of(values) }))
}

export const dropDraft = (storage: KeyStorage, whose: DraftKey): void => storage.removeItem(keyOf(whose))

/** Null unless the draft is this person's and for this record. */
export function findDraft<Values extends object>(
  storage: KeyStorage,
  whose: DraftKey,
  now: Values,
): Draft<Values> | null {
  const found = stored.safeParse(jsonIn(storage.getItem(keyOf(whose))))
  if (!found.success || found.data.who !== whose.who || found.data.about !== whose.about) return null
  const { version, start, typed } = found.data
  return { version, start: over(now, start), values: over(now, typed) }
}

const over = <Values extends object>(now: Values, kept: z.infer<typeof values>): Values => {
  const known = new Map<string, unknown>(Object.entries(now))
  const fits = Object.entries(kept).filter(
    ([field, value]) => known.has(field) && Array.isArray(value) === Array.isArray(known.get(field)),
  )
  return { ...now, ...Object.fromEntries(fits) }
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
