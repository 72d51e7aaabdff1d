import { Tokenizer } from 'htmlparser2'
import { decodeText } from './decode-text.ts'
import { findTable } from './find-table.ts'
import type { Limits, Table } from './table.ts'

/** Titles, blank lines, and totals. */
const otherLines = 500

const widestSpan = 100

/** @throws FileRefused */
export function readHtmlTable(bytes: Uint8Array, limits: Limits): Table {
  const { text, encoding } = decodeText(bytes)
  const { rows, count } = largestTable(text, limits)
  const grid = rows.map((cells, at) => ({ sheetRow: at + 1, cells }))
  const found = findTable(grid, limits, count - grid.length)
  return { format: 'xls', encoding, separator: null, sheet: null, sheets: [], epoch: 1900, ...found }
}

type OpenTable = { rows: string[][]; count: number; cell: string[] | null; span: number }

/** Only the parser's tokenizer: its tree builders are quadratic for a file that consists of tags. */
function largestTable(html: string, limits: Limits): Pick<OpenTable, 'rows' | 'count'> {
  const mostRows = limits.maxRows + otherLines
  const mostCells = limits.maxColumns + widestSpan
  const open: OpenTable[] = []
  let largest: OpenTable = { rows: [], count: 0, cell: null, span: 1 }
  let hidden: string | null = null
  let tag = ''
  let attribute = ''

  const endCell = (table: OpenTable) => {
    const row = table.rows[table.count - 1]
    if (table.cell && row && row.length < mostCells) {
      row.push(tidy(table.cell.join('')), ...Array<string>(table.span - 1).fill(''))
    }
    table.cell = null
    table.span = 1
  }
  const endTable = (table: OpenTable | undefined) => {
    if (!table) return
    endCell(table)
    if (table.count > largest.count) largest = table
  }
  const write = (text: string) => {
    if (hidden === null) open.at(-1)?.cell?.push(text)
  }
  const begin = (name: string) => {
    if (hiddenElements.has(name)) hidden = name
    if (name === 'table') open.push({ rows: [], count: 0, cell: null, span: 1 })
    const table = open.at(-1)
    if (!table) return
    if (name === 'tr') {
      endCell(table)
      table.count++
      if (table.count <= mostRows) table.rows.push([])
    } else if (name === 'td' || name === 'th') {
      endCell(table)
      table.cell = []
    } else if (name === 'br') table.cell?.push(lineBreak)
  }
  const finish = (name: string) => {
    if (name === hidden) hidden = null
    const table = open.at(-1)
    if (!table) return
    if (name === 'table') endTable(open.pop())
    else if (name === 'td' || name === 'th' || name === 'tr') endCell(table)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => write(html.slice(start, end)),
      ontextentity: (code) => write(code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' '),
      onopentagname: (start, end) => {
        tag = html.slice(start, Math.min(end, start + 20)).toLowerCase()
        begin(tag)
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, Math.min(end, start + 20)).toLowerCase()
      },
      onattribdata: (start, end) => {
        const table = open.at(-1)
        if (attribute !== 'colspan' || !table?.cell || (tag !== 'td' && tag !== 'th')) return
        const span = Number.parseInt(html.slice(start, Math.min(end, start + 4)), 10)
        if (span >= 1) table.span = Math.min(span, widestSpan)
      },
      onclosetag: (start, end) => finish(html.slice(start, Math.min(end, start + 20)).toLowerCase()),
      onattribentity: nothing,
      onattribend: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  while (open.length > 0) endTable(open.pop())
  return largest
}

const nothing = (): void => undefined

const hiddenElements: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea'])

/** Replaces a `<br>` until blanks are collapsed. Decoded text never contains it. */
const lineBreak = '\0'

const tidy = (text: string): string =>
  text
    .replace(/[^\S\u00a0]+/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(lineBreak, '\n')
    .toWellFormed()
    .trim()
