import { decodeHTMLStrict } from 'entities'
import iconv from 'iconv-lite'
import type { Table } from './table.ts'

/** Repairs HTML entities, and UTF-8 that another tool decoded as Windows-1252. */
export function repairText(text: string): string {
  const decoded = text.includes('&') ? decodeHTMLStrict(text) : text
  return misread.test(decoded) ? readAsUtf8(decoded) : decoded
}

/** A UTF-8 lead byte (two or three bytes) and a continuation byte, as Windows-1252. */
const misread =
  /[\u00c2-\u00df\u00e2-\u00e4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/

function readAsUtf8(text: string): string {
  const bytes = iconv.encode(text, 'win1252')
  if (iconv.decode(bytes, 'win1252') !== text) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

export const repairTable = (table: Table): Table => ({
  ...table,
  originalHeaders: table.originalHeaders.map(repairText),
  rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(repairText) })),
})
