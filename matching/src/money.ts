import type { Currency } from './policy.ts'

const formats: Record<Currency, Intl.NumberFormat> = {
  USD: new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }),
  CAD: new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2 }),
}
const signs: Record<Currency, string> = { USD: '$', CAD: 'CA$' }

/** '$1,250' or '$12.50', as sentences have it. */
export function moneyText(cents: number, currency: Currency): string {
  const text = formats[currency].format(cents / 100)
  return signs[currency] + text.replace(/\.00$/, '')
}

/** Whole cents from 0 up, whatever was given: rules go on where a number is no amount. */
export function wholeCents(given: number | null | undefined): number {
  return typeof given === 'number' && given > 0 ? Math.min(Math.floor(given), Number.MAX_SAFE_INTEGER) : 0
}

/** Sums that stay exact. */
export const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => Math.min(sum + wholeCents(cents), Number.MAX_SAFE_INTEGER), 0)
