/** 1.5:1 is 15:10. Whole numbers avoid rounding errors of binary fractions. */
export type Ratio = { readonly company: bigint; readonly donor: bigint }

const ratioPattern = /^(\d{0,6}(?:\.\d{1,6})?)\s*(?::|\/|(?:-\s*)?to(?:\s*-)?)\s*(\d{0,6}(?:\.\d{1,6})?)$/i
const percentPattern = /^(\d{0,6}(?:\.\d{1,6})?)\s*%$/

/** Returns the ratio of '2:1', '1.5:1', '2 to 1', or '50%', or null. */
export function parseRatio(text: string | null): Ratio | null {
  const trimmed = text?.trim() ?? ''
  const percent = percentPattern.exec(trimmed)
  const parts = percent ? [trimmed, percent[1] ?? '', '100'] : ratioPattern.exec(trimmed)
  if (!parts) return null
  const [company, donor] = [millionths(parts[1] ?? ''), millionths(parts[2] ?? '')]
  return company === null || donor === null || donor === 0n ? null : { company, donor }
}

/** Returns the ratio for readers: '0.5:1' for '.5:1'. */
export const ratioForReaders = (text: string): string => text.replaceAll(/(?<![\d.])\.(?=\d)/g, '0.')

function millionths(text: string): bigint | null {
  if (text === '') return null
  const [units = '', fraction = ''] = text.split('.')
  return BigInt(units || '0') * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** An exact fraction of cents. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }
export const zero: Fraction = { numerator: 0n, denominator: 1n }

/** Returns the exact sum. */
export const plus = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator + b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
})

/** Returns the exact difference. */
export const minus = (a: Fraction, b: Fraction): Fraction =>
  plus(a, { numerator: -b.numerator, denominator: b.denominator })

/** Returns the exact product. */
export const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
})

/** Returns `a / b`; `b` must be above 0. */
export const dividedBy = (a: Fraction, b: Fraction): Fraction =>
  times(a, { numerator: b.denominator, denominator: b.numerator })

/** Returns the smaller fraction. */
export const lesser = (a: Fraction, b: Fraction): Fraction =>
  a.numerator * b.denominator <= b.numerator * a.denominator ? a : b

/** Returns an integer as a fraction. Throws a RangeError for other numbers. */
export const wholeNumber = (value: number): Fraction => ({ numerator: BigInt(value), denominator: 1n })

/** Returns a number between 1e-6 and 1e21 exactly as written in decimal. */
export function decimal(value: number): Fraction {
  const [units = '', decimals = ''] = String(value).split('.')
  return { numerator: BigInt(units + decimals), denominator: 10n ** BigInt(decimals.length) }
}

/** Returns the employer's part for these donor cents. */
export const applyRatio = (ratio: Ratio, cents: Fraction): Fraction =>
  times({ numerator: ratio.company, denominator: ratio.donor }, cents)

/** Returns whole cents, rounded down, at most 2^53 - 1. */
export const roundDown = ({ numerator, denominator }: Fraction): number => inSafeRange(numerator / denominator)
/** Returns whole cents, rounded up, at most 2^53 - 1. */
export const roundUp = ({ numerator, denominator }: Fraction): number =>
  inSafeRange((numerator + denominator - 1n) / denominator)

/** Returns whole cents, rounded half to even, at most 2^53 - 1. */
export function roundHalfEven({ numerator, denominator }: Fraction): number {
  const quotient = numerator / denominator
  const twiceRemainder = (numerator % denominator) * 2n
  const isRoundedUp = twiceRemainder > denominator || (twiceRemainder === denominator && quotient % 2n === 1n)
  return inSafeRange(isRoundedUp ? quotient + 1n : quotient)
}

const inSafeRange = (cents: bigint): number =>
  cents > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(cents)
