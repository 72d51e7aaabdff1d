import { Transform } from 'node:stream'
import type { Kind } from '@twofold/contract'

const comma = 0x2c
const quote = 0x22
const lineEnd = 0x0a
const apostrophe = Buffer.from("'")

/** Blanks hold no line ends, so that a cell of nothing but these is looked at once and not once per line. */
const formula = /(^|[\n\r])[^\S\n\r]*[-=+@＝＋－＠]|^[\t\n\r]/

/** A cell in one line that begins with one of these is no formula, and is not looked at. */
const isHarmless = Array.from({ length: 256 }, (_, byte) => /[A-Za-z0-9]/.test(String.fromCharCode(byte)))

/**
 * Takes CSV as COPY writes it. What people wrote and a spreadsheet program would take for a formula gets an apostrophe in front, also
 * where it comes after blanks, in the wide forms of East Asian keyboards or on a later line of the cell. Amounts are columns of
 * their own and stay numbers. Asked of each cell in the database it took a third of its time for a file.
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
        if (isText[column] && isRisky(piece, start, at, isQuoted)) {
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

function isRisky(piece: Buffer, start: number, end: number, isQuoted: boolean): boolean {
  if (!isQuoted)
    return !isHarmless[piece[start] ?? 0] && start < end && formula.test(piece.toString('utf8', start, end))
  // Quotes that stand twice are no blanks and no line ends: they can stay.
  return formula.test(piece.toString('utf8', start + 1, end - 1))
}
