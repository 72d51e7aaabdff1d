import { amountTyped } from '@twofold/matching'
import { z } from 'zod'

/** A field with an amount, of people or of a program, which sends a number. */
export const typedAmount = (
  message: string,
  { min, max, tooMuch = message }: { readonly min: number; readonly max: number; readonly tooMuch?: string },
) => {
  const units = z.number(message).min(min, message).max(max, tooMuch)
  return z.union([units, z.string().transform(amountTyped).pipe(units)], message)
}
