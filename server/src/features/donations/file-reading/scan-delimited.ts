import { tooManyColumns } from './file-refused.ts'

/**
 * csv-parse stops at an unclosed quotation mark or loses the rest of the file. Here, such a record loses only its line.
 */
/** `record` counts all records from 1, including blank ones. */
export type ScannedRow = { record: number; cells: string[]; openQuote: boolean }

type ScannedRecord = { cells: string[]; end: number; lines: number; strayQuote: boolean; closed: boolean }

/** A longer quoted cell over several lines has most likely lost its closing mark. */
const longestMultiLineCell = 65_536

/** Blank cells count, too: ten million commas must not create ten million strings. */
const mostCells = 20_000

const QUOTE = 34
const LF = 10
const CR = 13

/** Returns at most `limit` non-blank rows. `end` is the position where reading stopped. */
export function scanDelimited(text: string, separator: string, limit: number): { rows: ScannedRow[]; end: number } {
  const first = scan(text, separator, limit, null)
  const widths = new Map<number, number>()
  let severalLines = false
  for (const row of first.rows) {
    if (row.lines > 1) severalLines = true
    else widths.set(row.cells.length, (widths.get(row.cells.length) ?? 0) + 1)
  }
  // A multi-line record with an unusual width was joined by a stray quotation mark.
  const usualWidth = [...widths].sort((a, b) => b[1] - a[1])[0]?.[0]
  return severalLines && usualWidth !== undefined ? scan(text, separator, limit, usualWidth) : first
}

function scan(text: string, separator: string, limit: number, width: number | null) {
  const rows: (ScannedRow & { lines: number })[] = []
  let at = 0
  let count = 0
  while (at < text.length && rows.length < limit) {
    count++
    const record = scanRecord(text, at, separator)
    const isBroken = width !== null && record.lines > 1 && record.cells.length !== width
    if (!record.closed || isBroken) {
      const end = lineEnd(text, at)
      rows.push({ record: count, cells: text.slice(at, end).split(separator).map(unquoted), openQuote: true, lines: 1 })
      at = afterLineEnd(text, end)
    } else {
      const openQuote = record.strayQuote && width !== null && record.cells.length < width
      if (record.cells.some((cell) => cell.trim() !== '')) {
        rows.push({ record: count, cells: record.cells, openQuote, lines: record.lines })
      }
      at = record.end
    }
  }
  return { rows, end: at }
}

function scanRecord(text: string, start: number, separator: string): ScannedRecord {
  const cells: string[] = []
  const mark = separator.charCodeAt(0)
  let at = start
  let lines = 1
  let strayQuote = false
  for (;;) {
    const quoted = text.charCodeAt(at) === QUOTE ? scanQuoted(text, at, mark) : null
    if (quoted === 'open') return { cells, end: at, lines, strayQuote, closed: false }
    if (quoted) {
      cells.push(quoted.cell)
      at = quoted.end
      lines += quoted.lines
      strayQuote ||= quoted.stray
    } else {
      const from = at
      while (at < text.length) {
        const code = text.charCodeAt(at)
        if (code === mark || code === LF || code === CR) break
        at++
      }
      cells.push(text.slice(from, at))
    }
    if (cells.length > mostCells) throw tooManyColumns(mostCells)
    if (text.charCodeAt(at) !== mark) return { cells, end: afterLineEnd(text, at), lines, strayQuote, closed: true }
    at++
  }
}

function scanQuoted(text: string, start: number, mark: number) {
  let from = start + 1
  let cell = ''
  let lines = 0
  let strayQuote = false
  let at = from
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return 'open'
    lines += countLines(text.slice(at, close))
    if (lines > 0 && close - start > longestMultiLineCell) return 'open'
    const next = text.charCodeAt(close + 1)
    if (next === QUOTE) {
      cell += text.slice(from, close + 1)
      from = at = close + 2
      continue
    }
    const end = afterBlanks(text, close + 1, mark)
    if (end !== null) return { cell: cell + text.slice(from, close), end, lines, stray: strayQuote }
    if (lines > 0) return 'open'
    strayQuote = true
    at = close + 1
  }
}

function countLines(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Null unless only blanks follow the closing mark. */
function afterBlanks(text: string, start: number, mark: number): number | null {
  let at = start
  while (text.charCodeAt(at) === 32) at++
  const code = text.charCodeAt(at)
  return at >= text.length || code === mark || code === LF || code === CR ? at : null
}

function lineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++
  return at
}

function afterLineEnd(text: string, at: number): number {
  return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1
}

const unquoted = (cell: string) => cell.replace(/^"|"$/g, '').replaceAll('""', '"')

const separators = [',', ';', '\t', '|'] as const

/** The separator splits the most lines into equally many cells. */
export function findSeparator(text: string): string {
  const hint = /^sep=(.)\r?\n/i.exec(text)?.[1]
  if (hint) return hint
  const sample = text.slice(0, 200_000)
  let best = ','
  let bestScore = 0
  for (const separator of separators) {
    const widths = scanDelimited(sample, separator, 200)
      .rows.map((row) => row.cells.length)
      .filter((width) => width > 1)
    const counts = new Map<number, number>()
    for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
    for (const [width, count] of counts) {
      // A title may contain commas, so several lines of one width outweigh one wide line.
      const score = count * Math.log2(width + 1)
      if (score > bestScore) {
        best = separator
        bestScore = score
      }
    }
  }
  return best
}
