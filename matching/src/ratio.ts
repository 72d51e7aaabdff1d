/** company : donor in whole numbers, so that 1.5:1 is 15:10 and no cent is lost to binary fractions. */
export type Ratio = { readonly company: bigint; readonly donor: bigint }

const form = /^(\d{0,6}(?:\.\d{1,6})?)\s*(?::|\/|(?:-\s*)?to(?:\s*-)?)\s*(\d{0,6}(?:\.\d{1,6})?)$/i
const percentForm = /^(\d{0,6}(?:\.\d{1,6})?)\s*%$/

/** '2:1', '1.5:1', '.5:1', also '2 to 1' and '50%'. Null for anything else, and for a donor's part of 0. */
export function parseRatio(text: string | null): Ratio | null {
  const trimmed = text?.trim() ?? ''
  const percent = percentForm.exec(trimmed)
  const found = percent ? [trimmed, percent[1] ?? '', '100'] : form.exec(trimmed)
  if (!found) return null
  const [company, donor] = [millionths(found[1] ?? ''), millionths(found[2] ?? '')]
  return company === null || donor === null || donor === 0n ? null : { company, donor }
}

function millionths(text: string): bigint | null {
  if (text === '') return null
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole || '0') * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** A sum of exact fractions of a cent. */
export type Fraction = { readonly over: bigint; readonly under: bigint }
export const zero: Fraction = { over: 0n, under: 1n }

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

export const applyRatio = (ratio: Ratio, cents: number): Fraction => ({
  over: ratio.company * BigInt(cents),
  under: ratio.donor,
})

/** To whole cents, a half to the even neighbour. Sums above 2^53 - 1 cents stay there. */
export function roundHalfEven({ over, under }: Fraction): number {
  const whole = over / under
  const rest = (over % under) * 2n
  const up = rest > under || (rest === under && whole % 2n === 1n)
  const cents = up ? whole + 1n : whole
  return cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents)
}
