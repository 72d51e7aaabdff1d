import type { ColumnMap } from '@twofold/contract'
import { headerWords } from './headers.ts'
import type { Row, Table } from './table.ts'

export type KindWords = { readonly kind: string; readonly paymentMethod: string }

/** `Gift Type`, `Kind`, `Record Type`, but not the type of a card, an address, or a plan. */
const kindHeader =
  /^((gift|donation|transaction|contribution|opportunity|revenue|record|item|income|giving) )?(sub ?)?(type|kind|category|subtype)( name| description)?$|^kind of (gift|donation)$/
const methodHeader =
  /^((gift|donation|transaction|offline|contribution) )?(payment|pay|tender) (type|method|mode|source|instrument)$|^(payment|tender|method|form of payment|paid (by|with)|how (paid|given))$/

/** A column mapped to the gift kind takes precedence. */
export function kindWordsReader(table: Table, map: ColumnMap): (row: Row) => KindWords {
  const mapped = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'gift_kind')
  const words = table.originalHeaders.map(headerWords)
  const columnsOf = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const kinds = mapped >= 0 ? [mapped] : columnsOf(kindHeader)
  const methods = mapped >= 0 ? [] : columnsOf(methodHeader)
  const cellText = (row: Row, columns: readonly number[]) =>
    columns.map((at) => row.cells[at]?.trim() ?? '').find(Boolean) ?? ''
  return (row) => ({ kind: cellText(row, kinds), paymentMethod: cellText(row, methods) })
}
