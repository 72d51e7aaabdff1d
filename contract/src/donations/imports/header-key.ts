/** Characters of a header that are looked at; questions on forms are long, a cell may be far longer. */
export const longestHeader = 300

/**
 * A header, or the name of one of an organization's donation fields, as the key that its values are kept under in `custom`:
 * lower case, apostrophes dropped, everything else between words one `_`.
 */
export const keyOfHeader = (header: string): string =>
  header
    .slice(0, longestHeader)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 100)
