/** Form questions can be long, and cells even longer. */
export const maxHeaderLength = 300

/** Returns the key of `custom`: lower case, without apostrophes, with one `_` between words. */
export const keyOfHeader = (header: string): string =>
  header
    .slice(0, maxHeaderLength)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 100)
