import { z } from 'zod'
import type { KeyStorage } from '../api/storage.ts'
import { changedIn } from './form.ts'

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
  draftKey: DraftKey,
  { version, start, values }: Draft<Values>,
  secret: readonly (keyof Values)[] = [],
): void {
  const fields = changedIn(start, values).filter((field) => !secret.includes(field))
  if (fields.length === 0) {
    dropDraft(storage, draftKey)
    return
  }
  const pick = (from: Values) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  const { who, about } = draftKey
  storage.setItem(keyOf(draftKey), JSON.stringify({ who, about, version, start: pick(start), typed: pick(values) }))
}

export const dropDraft = (storage: KeyStorage, draftKey: DraftKey): void => storage.removeItem(keyOf(draftKey))

/** Null unless the draft is this person's and for this record. */
export function findDraft<Values extends object>(
  storage: KeyStorage,
  draftKey: DraftKey,
  now: Values,
): Draft<Values> | null {
  const parsed = stored.safeParse(jsonIn(storage.getItem(keyOf(draftKey))))
  if (!parsed.success || parsed.data.who !== draftKey.who || parsed.data.about !== draftKey.about) return null
  const { version, start, typed } = parsed.data
  return { version, start: withStored(now, start), values: withStored(now, typed) }
}

const withStored = <Values extends object>(now: Values, storedValues: z.infer<typeof values>): Values => {
  const current = new Map<string, unknown>(Object.entries(now))
  const validEntries = Object.entries(storedValues).filter(
    ([field, value]) => current.has(field) && Array.isArray(value) === Array.isArray(current.get(field)),
  )
  return { ...now, ...Object.fromEntries(validEntries) }
}

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
