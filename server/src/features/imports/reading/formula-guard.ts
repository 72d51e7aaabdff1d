/** Characters; nothing longer is a number or a date. */
const longestNumber = 40

/** Plain numbers and dates are harmless; `-25.00` must stay a number when the file is uploaded again. */
const harmless = /^[+-]?[.,\s]*\d[\d.,\s]*$|^-\p{Sc}?\s?\d[\d.,]*$/u

/**
 * What a spreadsheet program takes for a formula, also behind blanks, in full width and after a line break. The blanks
 * hold no line breaks, so that a cell of nothing but line breaks is looked at once and not once per line.
 */
const formula =
  /(^|[\r\n])[ \t\u00a0\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/

const isRisky = (cell: string) => formula.test(cell) && !(cell.length <= longestNumber && harmless.test(cell))

/** The cell with an apostrophe before it where a spreadsheet program would run it. */
export const guarded = (cell: string): string => (isRisky(cell) ? `'${cell}` : cell)

/** Takes that apostrophe off again, so that our own file of rejected rows reads back as it was. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell
