import type { companies } from '@twofold/contract'
import { formatMoney } from '../../ui/format.ts'

type Policy = Pick<companies.CompanyRow, 'name' | 'has_program' | 'ratio' | 'min_amount' | 'max_amount'>

/** What is known of an employer's policy, as one plain sentence; what is not known is left out, never guessed. */
export function policySentence(
  { name, has_program, ratio, min_amount, max_amount }: Policy,
  language?: string,
): string {
  if (has_program === 'no') return `${name} has no matching program, as far as we know.`
  if (has_program === 'unknown') return `We do not know yet whether ${name} matches gifts.`
  const money = (amount: number) => formatMoney(amount, 'USD', language)
  return [
    `${name} matches its people's gifts`,
    ratio ? ` ${ratio}` : '',
    min_amount === null ? '' : `, from ${money(min_amount)}`,
    max_amount === null ? '' : `${min_amount === null ? ',' : ''} up to ${money(max_amount)} a year`,
    '.',
  ].join('')
}
