import type { Currency } from '@twofold/matching'

const moneyFormats = new Map<string, Intl.NumberFormat>()

/**
 * `$1,234.50`; in Canadian dollars `CA$1,234.50`. Where money of another currency stands `beside` it, American dollars say so too:
 * `US$1,234.50`.
 */
export function moneyText(cents: number, currency: Currency, locale: string, beside: Currency = currency): string {
  const key = `${locale} ${currency}`
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  moneyFormats.set(key, format) // making one costs a hundred times more than using it
  const text = format.format(cents / 100)
  return currency === beside || currency === 'CAD' || text.includes('US') ? text : text.replace('$', 'US$')
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** `Nov 20, 2026` for a calendar day `2026-11-20`; '' for anything else. */
export function dayText(day: string | null, locale: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time)) return ''
  const format = dayFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  dayFormats.set(locale, format)
  const text = format.format(time)
  // "le 1er mars": the one day of a month that French numbers so, and that no format knows
  return locale.startsWith('fr') ? text.replace(/^1 /, '1er ') : text
}

const monthFormats = new Map<string, Intl.DateTimeFormat>()

/** `June 2026` for `2026-06`, `2026` for `2026`. */
export function asOfText(asOf: string, locale: string): string {
  const time = /^\d{4}-\d{2}/.test(asOf) ? Date.parse(`${asOf.slice(0, 7)}-01T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) return asOf
  const format =
    monthFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  monthFormats.set(locale, format)
  return format.format(time)
}

/** The directory writes a straight apostrophe, as its tables do; whoever reads it sees the one of all other words. */
export const typographic = (words: string): string => words.replace(/(?<=\p{L})'/gu, '’')
