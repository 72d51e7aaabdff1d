import { Transform } from 'node:stream'
import type { ColumnKind } from '@twofold/contract'

/** Characters; numbers and dates are never longer. */
const maxNumberLength = 40

/** Plain numbers and dates are harmless; `-25.00` must stay a number when the file is uploaded again. */
const plainNumber = /^[+-]?[.,\s]*\d[\d.,\s]*$|^-\p{Sc}?\s?\d[\d.,]*$/u

/**
 * Formulas, also after line breaks, full-width characters, blanks, controls, and fillers such as the Braille blank. The
 * blanks exclude line breaks, so that a cell of only line breaks is scanned once and not once per line.
 */
const formulaPattern =
  /(^|[\r\n])[[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--[\r\n]]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/v

const isFormula = (cell: string): boolean =>
  formulaPattern.test(cell) && !(cell.length <= maxNumberLength && plainNumber.test(cell))

/** Returns the cell with an apostrophe if a spreadsheet program would treat it as a formula. */
export const guardFormula = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

/** Removes that apostrophe, so that exported files can be imported unchanged. */
export const unguardFormula = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

/** Options for csv-stringify, whose built-in guard only checks the first character. */
export const formulaGuardOptions = { cast: { string: guardFormula } } as const

const comma = 0x2c
const quote = 0x22
const lineEnd = 0x0a
const apostrophe = Buffer.from("'")

/** An unquoted cell that begins with one of these bytes is no formula. */
const isHarmless = Array.from({ length: 256 }, (_, byte) => /[A-Za-z0-9]/.test(String.fromCharCode(byte)))

/** Returns a stream that guards the text columns of COPY's CSV output. */
export function formulaGuard(kinds: readonly ColumnKind[]): Transform {
  const isText = kinds.map((kind) => kind === 'text')
  let column = 0
  let pending: Buffer | null = null
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const buffer = pending ? Buffer.concat([pending, chunk]) : chunk
      let writtenUntil = 0
      let at = 0
      for (;;) {
        const start = at
        const first = buffer[at]
        const isQuoted = first === quote
        at = isQuoted ? endOfQuoted(buffer, at) : endOfPlain(buffer, at)
        const end = buffer[at]
        if (end === undefined) {
          pending = buffer.subarray(start)
          if (start > writtenUntil) this.push(buffer.subarray(writtenUntil, start))
          return done()
        }
        if (isText[column] && isFormulaIn(buffer, start, at, isQuoted)) {
          const contentStart = isQuoted ? start + 1 : start
          this.push(buffer.subarray(writtenUntil, contentStart))
          this.push(apostrophe)
          writtenUntil = contentStart
        }
        column = end === lineEnd ? 0 : column + 1
        at++
      }
    },
    flush(done) {
      done(null, pending)
    },
  })
}

function endOfPlain(buffer: Buffer, from: number): number {
  let at = from
  while (at < buffer.length && buffer[at] !== comma && buffer[at] !== lineEnd) at++
  return at
}

/** Returns the index after the closing quote, or the end of the piece if it is not certain. */
function endOfQuoted(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(quote, from + 1); at !== -1; at = buffer.indexOf(quote, at + 2)) {
    if (buffer[at + 1] !== quote) return at + 1
  }
  return buffer.length
}

function isFormulaIn(buffer: Buffer, start: number, end: number, isQuoted: boolean): boolean {
  if (!isQuoted) return !isHarmless[buffer[start] ?? 0] && start < end && isFormula(buffer.toString('utf8', start, end))
  // Doubled quotes are neither blanks nor line breaks, so they can stay.
  return isFormula(buffer.toString('utf8', start + 1, end - 1))
}
