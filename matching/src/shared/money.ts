export type Currency = 'USD' | 'CAD'

const signs: Record<Currency, string> = { USD: '$', CAD: 'CA$' }

/** Returns '$1,250' or '$12.50', and 'US$1,250' next to another currency. `Intl.NumberFormat` is too slow. */
export function moneyText(cents: number, currency: Currency, beside: Currency = currency): string {
  const whole = Math.trunc(wholeCents(cents) / 100)
  const rest = wholeCents(cents) % 100
  const grouped = String(whole).replaceAll(/\B(?=(?:\d{3}){1,5}$)/g, ',')
  const sign = currency === 'USD' && beside !== 'USD' ? 'US$' : signs[currency]
  return sign + (rest === 0 ? grouped : `${grouped}.${String(rest).padStart(2, '0')}`)
}

/** Returns whole cents of at least 0. Invalid amounts become 0 so that rules can continue. */
export function wholeCents(given: number | null | undefined): number {
  return typeof given === 'number' && given > 0 ? Math.min(Math.floor(given), Number.MAX_SAFE_INTEGER) : 0
}

/** Returns the sum within the range of safe integers. */
export const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => Math.min(sum + wholeCents(cents), Number.MAX_SAFE_INTEGER), 0)
