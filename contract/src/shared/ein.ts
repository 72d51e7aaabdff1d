/** Never assigned by the IRS (irs.gov, "How EINs are assigned and valid EIN prefixes"). */
const unassigned = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

export const einMessages = {
  shape: 'An EIN has nine digits, like 12-3456789. Employers look you up by it.',
  prefix: (digits: string) => `EINs don’t start with ${digits}. Check the number.`,
} as const

/** Only digits, perhaps with spaces and hyphens. */
const digitsOf = (text: string): string | null => {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** Returns typed digits with the hyphen. Other text, such as a Canadian charity number, stays as typed. */
export function formatEin(typed: string): string {
  const digits = digitsOf(typed)
  if (digits !== null && digits.length <= 9)
    return digits.length < 3 ? digits : `${digits.slice(0, 2)}-${digits.slice(2)}`
  // The first nine digits of a charity number got a hyphen before its letters were typed.
  return typed.replace(/^(\d\d)-(\d{7}[a-z])/i, '$1$2')
}

/** Returns the message for unassigned first digits, or null. The rest may be missing. */
export function einPrefixProblem(text: string): string | null {
  const prefix = digitsOf(text)?.slice(0, 2) ?? ''
  return unassigned.has(prefix) ? einMessages.prefix(prefix) : null
}

/** Returns the message for text that is no EIN, or null. */
export const einProblem = (text: string): string | null =>
  einPrefixProblem(text) ?? (digitsOf(text)?.length === 9 ? null : einMessages.shape)
