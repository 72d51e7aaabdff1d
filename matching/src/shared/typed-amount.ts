const amountText = /^\$?\s?(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?$/

/**
 * Returns a typed amount, or NaN. `12,50` and `1.250,00` are rejected, because a guess could be wrong by a factor of
 * 100 or 1,000.
 */
export function parseTypedAmount(text: string): number {
  const [, units = '', cents = ''] = amountText.exec(text.trim()) ?? []
  return units === '' ? Number.NaN : Number(units.replaceAll(',', '') + cents)
}
