import { amountTyped } from '@twofold/matching'

/** Lists as people type them: one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export const textOf = (lines: readonly string[]): string => lines.join('\n')

/** Blank is null; what is no number goes along as it is and is refused in the contract's words. */
export function amountOf(text: string): number | null {
  return text.trim() === '' ? null : amountTyped(text)
}

export function unitsText(amount: number | null | undefined): string {
  if (amount == null) return ''
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
}

/** What a list of choices was set to; null where it is none of them. */
export const oneOf = <const Id extends string>(ids: readonly Id[], text: string): Id | null =>
  ids.find((id) => id === text) ?? null

export const oneElse = <const Else extends string, const Id extends string>(
  otherwise: Else,
  ids: readonly Id[],
  text: string,
): Id | Else => oneOf(ids, text) ?? otherwise

/** A refusal of one entry of a list is shown at the list. */
export const atLists = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [name.split('.')[0] ?? name, message]))
