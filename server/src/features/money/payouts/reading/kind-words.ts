import type { PayoutLineKind } from '@twofold/matching'

const rewardPattern =
  /\b(reward|rewards|volunteer|volunteering|volunteered|dollars for doers|benevole|benevolat|ehrenamt|voluntari[oa]|voluntariado)\b/
const matchPattern =
  /\b(match|matched|matches|matching|employer|company|corporate|jumele|jumelage|contrepartie|employeur|entreprise|contrapartida|igualacion|empleador|empresa|arbeitgeber|zuschuss|matching)\b/
/** The payment method does not indicate whose money it is. */
const paymentMethodPattern =
  /^(eft|ach|check|cheque|paper check|wire|wire transfer|direct deposit|bank transfer|virement)$/i

/** Null: the words do not indicate a kind. */
export function parseLineKind(texts: readonly string[]): PayoutLineKind | null {
  const normalizedText = texts
    .filter((text) => text !== '' && !paymentMethodPattern.test(text))
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  if (normalizedText === '') return null
  if (rewardPattern.test(normalizedText)) return 'reward'
  return matchPattern.test(normalizedText) ? 'match' : 'gift'
}

/** "Gift + Match", but not "Matching gift". */
const bothPattern = /\b(gift|donation|contribution)s?\b ?(?:and|&|\+|\/|plus|with|incl(?:uding)?\.?) ?.{0,20}\bmatch/i

export const isGiftAndMatch = (texts: readonly string[]): boolean => texts.some((text) => bothPattern.test(text))

const kindWordPattern =
  /^((company|employer|corporate|employee)? ?match(es|ing|ed)?( (gifts?|donations?|contributions?|funds?))?( program)?|volunteer( involvement)?( grants?| rewards?| match| hours)?|dollars for doers|payroll( giving| deduction)?|(employee|workplace) giving|((employee|donor|individual|payroll|personal) )?(donation|gift|contribution)s?|reversal|refund|correction|adjustment)$/i

export const isKindWord = (cell: string): boolean => kindWordPattern.test(cell)

export const isMatchWord = (cell: string): boolean => isKindWord(cell) && matchPattern.test(cell.toLowerCase())
