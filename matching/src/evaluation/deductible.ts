import type { GiftKind } from '../shared/gift-kinds.ts'
import { parseTypedAmount } from '../shared/typed-amount.ts'

/** Columns with these words contain a percentage, a sum of several gifts, or no amount at all. */
const otherColumn =
  /\b(ytd|year|annual|lifetime|percent|percentage|pct|type|code|id|count|number|quantity|level|name|date|status|match\w*)\b/
const nonDeductible = /\b(non|not|no) ?(tax ?)?deduc(t)?ible|\bnon admissible|\bnicht (abzugsfahig|absetzbar)/
/** Canadian receipts say "eligible amount" or "receiptable". */
const deductible =
  /deductible|receiptable|\beligible\b.*\bamount|\bamount\b.*\beligible|\btax receipt amount|\b(montant|part|partie)\b.*\badmissible|deducible|abzugsfahig|absetzbar/
/** In Raiser's Edge and Salesforce the receipt shows the deductible part; 0 is a gift that gets none. */
const receipted = /\b(receipt|receipted) amount\b|\bmontant du recu\b/
const benefit =
  /benefit|premium|\badvantage\b|\bgoods\b|\bquid pro quo\b|\bavantage\b|contrepartie|contraprestacion|gegenleistung/
const marketValue = /fair ?market|\bfmv\b/
const amountWord =
  /amount|amt|total|part|portion|value|sum|cost|price|fmv|received|provided|montant|valeur|avantage|contrepartie|importe|valor|monto|contraprestacion|betrag|wert|gegenleistung/

const wordsOf = (key: string): string => key.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('_', ' ')

/** Returns whether a custom field contains the deductible part of a gift, or what the donor received in return. */
export function isDeductibleField(key: string): boolean {
  const words = wordsOf(key)
  return [deductible, receipted, benefit, marketValue].some((field) => field.test(words)) && !otherColumn.test(words)
}

/**
 * Returns the tax-deductible part of a gift, in cents, from any custom field that contains it, such as `Tax Deductible
 * Total`. Otherwise subtracts what the donor received in return, such as `Benefit Value`. Null if neither is known.
 */
export function findDeductibleCents(
  custom: Readonly<Record<string, unknown>>,
  { givenCents, giftKind }: { readonly givenCents: number; readonly giftKind: GiftKind },
): number | null {
  const fields = Object.entries(custom)
    .filter(([key]) => isDeductibleField(key))
    .map(([key, cell]) => ({ words: wordsOf(key), cell, cents: centsIn(cell) }))
  for (const { words, cell, cents } of fields) {
    // A plain `Tax Deductible` field with 0 or 1 is a boolean.
    const isFlag = !amountWord.test(words) && (cell === '0' || cell === '1')
    if (deductible.test(words) && !nonDeductible.test(words) && !isFlag && cents !== null) return cents
  }
  const receipt = fields.find(({ words, cents }) => receipted.test(words) && cents !== null && cents > 0)
  if (receipt?.cents && receipt.cents < givenCents) return receipt.cents
  for (const { words, cell, cents } of fields) {
    if (cents === null || cents <= 0) continue
    const isAmount = amountWord.test(words) || /[.$]/.test(String(cell))
    if (nonDeductible.test(words) || (benefit.test(words) && isAmount)) return Math.max(0, givenCents - cents)
    // For gifts of stock or goods, the fair market value is the value of the gift and not a benefit.
    const isGiftValue = cents >= givenCents || giftKind === 'stock' || giftKind === 'in_kind'
    if (marketValue.test(words) && !isGiftValue) return givenCents - cents
  }
  return null
}

/**
 * Returns whether the donor received goods worth the whole gift, so that nothing of it was given. For stock and goods, the
 * fair market value is the value of the gift.
 */
export function isPaidInReturn(
  custom: Readonly<Record<string, unknown>>,
  { givenCents, giftKind }: { readonly givenCents: number; readonly giftKind: GiftKind },
): boolean {
  if (giftKind === 'stock' || giftKind === 'in_kind' || givenCents <= 0) return false
  if (findDeductibleCents(custom, { givenCents, giftKind }) !== null) return false
  return Object.entries(custom).some(
    ([key, cell]) => isDeductibleField(key) && marketValue.test(wordsOf(key)) && (centsIn(cell) ?? 0) >= givenCents,
  )
}

function centsIn(cell: unknown): number | null {
  const text = typeof cell === 'number' ? String(cell) : typeof cell === 'string' ? cell : ''
  const amount = parseTypedAmount(text.replace(/^\s*(?:CA|US|C)?\$|\b(?:USD|CAD)\b/gi, ''))
  return Number.isFinite(amount) ? Math.round(amount * 100) : null
}
