/** Text from outside on one line: no control or direction characters that could forge a header or turn a line around. */
export const oneLine = (text: string, atMost = 200): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, atMost)
    .toWellFormed()

// One recipient and nothing else: what is refused here could become a second recipient or a header.
const plainAddress = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+\.[^\s@,;:<>()[\]\\"\p{Cc}.]+$/u

export const isPlainAddress = (address: string): boolean => address.length <= 254 && plainAddress.test(address)

/** `no-reply@example.org` of `Twofold <no-reply@example.org>`. */
export const senderAddress = (mailFrom: string): string => /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** `m…@example.org`: enough for the person, too little for whoever was forwarded the mail. No line ends within it. */
export const shortened = (email: string): string => oneLine(email).replace(/^(.).*(@[^@]*)$/, '$1…\u2060$2')
