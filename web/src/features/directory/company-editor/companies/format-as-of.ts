import { formatDay } from '../../../../ui/format.ts'

/** `2019`, `2024-05` or `2026-03-08`; '' without a date. */
export function formatAsOf(asOf: string, language?: string): string {
  if (/^\d{4}$/.test(asOf)) return asOf
  if (/^\d{4}-\d{2}$/.test(asOf)) {
    const month = new Date(`${asOf}-01T00:00:00Z`)
    return new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }).format(month)
  }
  return asOf ? formatDay(asOf, language) : ''
}
