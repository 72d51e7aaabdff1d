import type { PayoutLineKind } from '@twofold/matching'

const rewardWords = /\b(reward|rewards|volunteer|volunteering|volunteered|dollars for doers|benevole|benevolat)\b/
const matchWords =
  /\b(match|matched|matches|matching|employer|company|corporate|jumele|jumelage|contrepartie|employeur|entreprise)\b/
/** The payment method does not indicate whose money it is. */
const methodWords = /^(eft|ach|check|cheque|paper check|wire|wire transfer|direct deposit|bank transfer|virement)$/i

/** Null: the words do not indicate a kind. */
export function parseLineKind(texts: readonly string[]): PayoutLineKind | null {
  const said = texts
    .filter((text) => text !== '' && !methodWords.test(text))
    .join(' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  if (said === '') return null
  if (rewardWords.test(said)) return 'reward'
  return matchWords.test(said) ? 'match' : 'gift'
}

const kindWord =
  /^((company|employer|corporate|employee)? ?match(ing|ed)?( gifts?)?( program)?|volunteer( grants?| rewards?| hours)?|dollars for doers|payroll( giving| deduction)?|(employee )?(donation|gift|contribution)s?|reversal|refund|correction|adjustment)$/i

export const isKindWord = (cell: string): boolean => kindWord.test(cell)
