const amountText = /^\$?\s?(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?$/

/**
 * An amount as people type it: `250`, `$1,250.50`. NaN for what is none, and for what another country reads otherwise: `12,50` and
 * `1.250,00` are refused and not guessed, since a guess is a hundred times too much or a thousand times too little.
 */
export function amountTyped(text: string): number {
  const [, units = '', cents = ''] = amountText.exec(text.trim()) ?? []
  return units === '' ? Number.NaN : Number(units.replaceAll(',', '') + cents)
}
