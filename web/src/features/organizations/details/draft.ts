import { z } from 'zod'
import type { KeyStorage } from '../../../api/storage.ts'
import { changedFields, isField, type ProfileValues } from './profile-form.ts'

/** What was typed and not saved outlives a session that ends in the middle, and a reload of the page. */

const key = 'twofold.organization-draft'

const values = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(z.number())]))
const stored = z.object({
  who: z.string(),
  organization: z.number(),
  version: z.number(),
  start: values,
  typed: values,
})

export type Draft = { readonly version: number; readonly start: ProfileValues; readonly values: ProfileValues }
type Whose = { readonly who: string; readonly organization: number }

/** Keeps what differs from the start; a private key is never kept. */
export function keepDraft(storage: KeyStorage, { who, organization }: Whose, { version, start, values }: Draft): void {
  const fields = changedFields(start, values).filter((field) => field !== 'private_key')
  if (fields.length === 0) {
    storage.removeItem(key)
    return
  }
  const of = (from: ProfileValues) => Object.fromEntries(fields.map((field) => [field, from[field]]))
  storage.setItem(key, JSON.stringify({ who, organization, version, start: of(start), typed: of(values) }))
}

export const dropDraft = (storage: KeyStorage): void => storage.removeItem(key)

/** The draft of this person for this organization, over what the organization is now; `null` when there is none. */
export function findDraft(storage: KeyStorage, { who, organization }: Whose, now: ProfileValues): Draft | null {
  const found = stored.safeParse(jsonIn(storage.getItem(key)))
  if (!found.success || found.data.who !== who || found.data.organization !== organization) return null
  const { version, start, typed } = found.data
  return { version, start: over(now, start), values: over(now, typed) }
}

const over = (now: ProfileValues, kept: z.infer<typeof values>): ProfileValues => ({
  ...now,
  ...Object.fromEntries(
    Object.entries(kept).filter(
      ([field, value]) => isField(field) && Array.isArray(value) === Array.isArray(now[field]),
    ),
  ),
})

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
