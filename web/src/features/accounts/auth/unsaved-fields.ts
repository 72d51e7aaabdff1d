import { z } from 'zod'
import type { KeyStorage } from '../../../api/storage.ts'

/** Text stays in this tab and is shown only to the same person. */

const key = 'twofold.typed'
const stored = z.object({
  who: z.string(),
  fields: z.array(z.object({ label: z.string(), text: z.string() })),
})
export type UnsavedField = z.infer<typeof stored>['fields'][number]

export function saveUnsavedFields(storage: KeyStorage, who: string, fields: readonly UnsavedField[]): void {
  if (fields.length > 0) storage.setItem(key, JSON.stringify({ who, fields }))
}

export function findUnsavedFields(storage: KeyStorage, who: string): readonly UnsavedField[] {
  try {
    const found = stored.parse(JSON.parse(storage.getItem(key) ?? 'null'))
    return found.who === who ? found.fields : []
  } catch {
    return []
  }
}

export const deleteUnsavedFields = (storage: KeyStorage): void => storage.removeItem(key)

type TextControl = HTMLInputElement | HTMLTextAreaElement

const isKeptType = (element: TextControl): boolean =>
  element instanceof HTMLTextAreaElement || ['text', 'email', 'tel', 'url', 'number'].includes(element.type)

/** Excludes passwords and keys, searches (quick to retype), and forms that store a separate draft. */
const isWorthKeeping = (element: TextControl): boolean =>
  element.isConnected &&
  element.value.trim() !== '' &&
  isKeptType(element) &&
  element.autocomplete !== 'one-time-code' &&
  !element.closest('[role="combobox"], [role="search"], [data-own-draft], [data-private]') &&
  element.getAttribute('role') !== 'combobox'

const labelOf = (element: TextControl): string =>
  (element.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.name).trim() || 'Text'

export function trackTypedFields(target: Document): {
  readonly fields: () => UnsavedField[]
  readonly stop: () => void
} {
  const fields = new Set<TextControl>()
  const onInput = ({ target: element }: Event) => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) fields.add(element)
  }
  target.addEventListener('input', onInput)
  return {
    fields: () =>
      [...fields].filter(isWorthKeeping).map((element) => ({ label: labelOf(element), text: element.value })),
    stop: () => target.removeEventListener('input', onInput),
  }
}
