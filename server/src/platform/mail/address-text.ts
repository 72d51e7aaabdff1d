/** Returns external text on one line, without characters that could forge a header or reverse the text. */
export const oneLine = (text: string, atMost = 200): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, atMost)
    .toWellFormed()

// Exactly one recipient: other input could add a recipient or a header.
const plainAddress = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+\.[^\s@,;:<>()[\]\\"\p{Cc}.]+$/u

/** Returns whether the text is exactly one address of at most 254 characters. */
export const isPlainAddress = (address: string): boolean => address.length <= 254 && plainAddress.test(address)

/** Extracts `no-reply@example.org` from `Twofold <no-reply@example.org>`. */
export const senderAddress = (mailFrom: string): string => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()

/** Returns the text after the last `@`. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Returns `m…@example.org`, which only the person recognizes. */
export const maskEmail = (email: string): string => oneLine(email).replace(/^(.).*(@[^@]*)$/, '$1…\u2060$2')
