/** 1.5:1 is 15:10. Whole numbers avoid rounding errors of binary fractions. */
export type Ratio = { readonly company: bigint; readonly donor: bigint }

const form = /^(\d{0,6}(?:\.\d{1,6})?)\s*(?::|\/|(?:-\s*)?to(?:\s*-)?)\s*(\d{0,6}(?:\.\d{1,6})?)$/i
const percentForm = /^(\d{0,6}(?:\.\d{1,6})?)\s*%$/

/** Returns the ratio of '2:1', '1.5:1', '2 to 1', or '50%', or null. */
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

/** An exact fraction of cents. */
export type Fraction = { readonly over: bigint; readonly under: bigint }
export const zero: Fraction = { over: 0n, under: 1n }

/** Returns the exact sum. */
export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
})

/** Returns the exact difference. */
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { over: -b.over, under: b.under })

/** Returns the exact product. */
export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under })

/** Returns `a / b`; `b` must be above 0. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction => times(a, { over: b.under, under: b.over })

/** Returns the smaller fraction. */
export const lesser = (a: Fraction, b: Fraction): Fraction => (a.over * b.under <= b.over * a.under ? a : b)

/** Returns an integer as a fraction. Throws a RangeError for other numbers. */
export const wholeNumber = (value: number): Fraction => ({ over: BigInt(value), under: 1n })

/** Returns a number between 1e-6 and 1e21 exactly as written in decimal. */
export function decimal(value: number): Fraction {
  const [whole = '', places = ''] = String(value).split('.')
  return { over: BigInt(whole + places), under: 10n ** BigInt(places.length) }
}

/** Returns the employer's part for these donor cents. */
export const applyRatio = (ratio: Ratio, cents: Fraction): Fraction =>
  times({ over: ratio.company, under: ratio.donor }, cents)

/** Returns whole cents, rounded down, at most 2^53 - 1. */
export const roundDown = ({ over, under }: Fraction): number => inSafeRange(over / under)
/** Returns whole cents, rounded up, at most 2^53 - 1. */
export const roundUp = ({ over, under }: Fraction): number => inSafeRange((over + under - 1n) / under)

/** Returns whole cents, rounded half to even, at most 2^53 - 1. */
export function roundHalfEven({ over, under }: Fraction): number {
  const whole = over / under
  const rest = (over % under) * 2n
  const up = rest > under || (rest === under && whole % 2n === 1n)
  return inSafeRange(up ? whole + 1n : whole)
}

const inSafeRange = (cents: bigint): number =>
  cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents)
