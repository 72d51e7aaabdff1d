import type { audit } from '@twofold/contract'

export const humanize = (name: string): string => name.replaceAll(/[_.]+/g, ' ').trim()
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export type Change = { readonly field: string; readonly from: string | null; readonly to: string | null }

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(describeValue).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => `${humanize(key)}: ${describeValue(inner)}`)
      .join(', ')
  }
  return String(value)
}

/** `from` is null if there was no value before, `to` if there is none afterwards. */
export function changesIn({ before, after }: audit.AuditEvent): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({
    field: capital(humanize(field)),
    from: field in before ? describeValue(before[field]) : null,
    to: field in after ? describeValue(after[field]) : null,
  }))
}
