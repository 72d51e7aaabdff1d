import { Transform } from 'node:stream'
import type { Kind } from '@twofold/contract'

/** Characters; nothing longer is a number or a date. */
const longestNumber = 40

/** Plain numbers and dates are harmless; `-25.00` must stay a number when the file is uploaded again. */
const harmless = /^[+-]?[.,\s]*\d[\d.,\s]*$|^-\p{Sc}?\s?\d[\d.,]*$/u

/**
 * What a spreadsheet program takes for a formula, also in full width, after a line break, and behind any characters that show
 * nothing: blanks, controls, format characters, fillers and the blank of Braille. The blanks hold no line breaks, so that a cell of
 * nothing but line breaks is looked at once and not once per line.
 */
const formula =
  /(^|[\r\n])[[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/v

const isFormula = (cell: string): boolean =>
  formula.test(cell) && !(cell.length <= longestNumber && harmless.test(cell))

/** The cell with an apostrophe before it where a spreadsheet program would run it. */
export const guarded = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

/** Removes that apostrophe again, so that our own files read back as they were. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

/** For `stringify` of csv-stringify, whose own guard looks at the first character only. */
export const guardsFormulas = { cast: { string: guarded } } as const

const comma = 0x2c
const quote = 0x22
const lineEnd = 0x0a
const apostrophe = Buffer.from("'")

/** A cell in one line that begins with one of these is no formula, and is not looked at. */
const isHarmless = Array.from({ length: 256 }, (_, byte) => /[A-Za-z0-9]/.test(String.fromCharCode(byte)))

/**
 * Guards CSV as COPY writes it, in the text columns. Asked of each cell in the database it took a third of its time for a file.
 */
export function formulaGuard(kinds: readonly Kind[]): Transform {
  const isText = kinds.map((kind) => kind === 'text')
  let column = 0
  /** A cell whose end has not come yet. */
  let begun: Buffer | null = null
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const piece = begun ? Buffer.concat([begun, chunk]) : chunk
      let written = 0
      let at = 0
      for (;;) {
        const start = at
        const first = piece[at]
        const isQuoted = first === quote
        at = isQuoted ? endOfQuoted(piece, at) : endOfPlain(piece, at)
        const end = piece[at]
        if (end === undefined) {
          begun = piece.subarray(start)
          if (start > written) this.push(piece.subarray(written, start))
          return done()
        }
        if (isText[column] && isFormulaIn(piece, start, at, isQuoted)) {
          const place = isQuoted ? start + 1 : start
          this.push(piece.subarray(written, place))
          this.push(apostrophe)
          written = place
        }
        column = end === lineEnd ? 0 : column + 1
        at++
      }
    },
    flush(done) {
      done(null, begun)
    },
  })
}

function endOfPlain(piece: Buffer, from: number): number {
  let at = from
  while (at < piece.length && piece[at] !== comma && piece[at] !== lineEnd) at++
  return at
}

/** Behind the closing quote, or of the piece where that is not in it for certain. */
function endOfQuoted(piece: Buffer, from: number): number {
  for (let at = piece.indexOf(quote, from + 1); at !== -1; at = piece.indexOf(quote, at + 2)) {
    if (piece[at + 1] !== quote) return at + 1
  }
  return piece.length
}

function isFormulaIn(piece: Buffer, start: number, end: number, isQuoted: boolean): boolean {
  if (!isQuoted) return !isHarmless[piece[start] ?? 0] && start < end && isFormula(piece.toString('utf8', start, end))
  // Quotes that stand twice are no blanks and no line ends: they can stay.
  return isFormula(piece.toString('utf8', start + 1, end - 1))
}
