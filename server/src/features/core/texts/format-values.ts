import type { Currency } from '@twofold/matching'

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** `$1,234.50`, `CA$1,234.50`. If `otherCurrency` differs, US dollars become `US$1,234.50`. */
export function moneyText(
  cents: number,
  currency: Currency,
  locale: string,
  otherCurrency: Currency = currency,
): string {
  const key = `${locale} ${currency}`
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  moneyFormats.set(key, format) // creating a format is about 100 times slower than using it
  const text = format.format(cents / 100)
  return currency === otherCurrency || currency === 'CAD' || text.includes('US') ? text : text.replace('$', 'US$')
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** `Nov 20, 2026` for `2026-11-20`, with the whole month in French and Spanish; '' for anything else. */
export function dayText(day: string | null, locale: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(time)) return ''
  const dateStyle = locale.startsWith('en') ? 'medium' : 'long'
  const format = dayFormats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' })
  dayFormats.set(locale, format)
  const text = format.format(time)
  // "le 1er mars": French uses an ordinal, which the formats do not support
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

export const curlApostrophes = (text: string): string => text.replace(/(?<=\p{L})'/gu, '’')
