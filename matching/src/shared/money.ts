export type Currency = 'USD' | 'CAD'

const signs: Record<Currency, string> = { USD: '$', CAD: 'CA$' }

/** Returns '$1,250' or '$12.50', and 'US$1,250' next to another currency. `Intl.NumberFormat` is too slow. */
export function moneyText(cents: number, currency: Currency, otherCurrency: Currency = currency): string {
  const dollars = Math.trunc(wholeCents(cents) / 100)
  const restCents = wholeCents(cents) % 100
  const grouped = String(dollars).replaceAll(/\B(?=(?:\d{3}){1,5}$)/g, ',')
  const sign = currency === 'USD' && otherCurrency !== 'USD' ? 'US$' : signs[currency]
  return sign + (restCents === 0 ? grouped : `${grouped}.${String(restCents).padStart(2, '0')}`)
}

/** Returns whole cents of at least 0. Invalid amounts become 0 so that rules can continue. */
export function wholeCents(amount: number | null | undefined): number {
  return typeof amount === 'number' && amount > 0 ? Math.min(Math.floor(amount), Number.MAX_SAFE_INTEGER) : 0
}

/** Returns the sum within the range of safe integers. */
export const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, cents) => Math.min(sum + wholeCents(cents), Number.MAX_SAFE_INTEGER), 0)
