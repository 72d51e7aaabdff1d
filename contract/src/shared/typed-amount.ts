import { parseTypedAmount } from '@twofold/matching'
import { z } from 'zod'

/** Returns the schema of an amount. People send text, programs send a number. */
export const typedAmount = (
  message: string,
  { min, max, tooMuch = message }: { readonly min: number; readonly max: number; readonly tooMuch?: string },
) => {
  const units = z.number(message).min(min, message).max(max, tooMuch)
  return z.union([units, z.string().transform(parseTypedAmount).pipe(units)], message)
}
