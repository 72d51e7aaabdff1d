import { decodeText } from './decode-text.ts'
import { findTable } from './find-table.ts'
import type { Limits, Table } from './table.ts'

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
}

/** An HTML page that a system calls `.xls`: its largest table. @throws FileRefused */
export function readHtmlTable(bytes: Uint8Array, limits: Limits): Table {
  const { text, encoding } = decodeText(bytes)
  const tables = text.split(/<table\b/i).map(rowsOf)
  const rows = tables.reduce((largest, rows) => (rows.length > largest.length ? rows : largest), [])
  const grid = rows.slice(0, limits.maxRows + 500).map((cells, at) => ({ sheetRow: at + 1, cells }))
  const found = findTable(grid, limits, rows.length - grid.length)
  return { format: 'xls', encoding, separator: null, sheet: null, sheets: [], epoch: 1900, ...found }
}

function rowsOf(html: string): string[][] {
  return html
    .split(/<tr\b[^>]*>/i)
    .slice(1)
    .map((row) => {
      const cells: string[] = []
      for (const part of row.split(/<t[dh]\b/i).slice(1)) {
        const close = part.indexOf('>')
        const span = Number(/colspan\s*=\s*["']?(\d{1,3})/i.exec(part.slice(0, close))?.[1] ?? 1)
        cells.push(textOf(part.slice(close + 1)), ...Array<string>(Math.max(0, Math.min(span, 100) - 1)).fill(''))
      }
      return cells
    })
}

function textOf(html: string): string {
  return html
    .replace(/<\/t[dh]>[\s\S]*$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?)?([a-z\d]{1,8});/gi, (whole, number: string | undefined, name: string) => {
      if (!number) return entities[name.toLowerCase()] ?? whole
      const code = Number.parseInt(name, number === '#' ? 10 : 16)
      return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' '
    })
    .toWellFormed()
    .trim()
}
