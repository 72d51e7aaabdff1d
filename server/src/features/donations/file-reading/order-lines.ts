import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import type { Row, Table } from './table.ts'

const ofLine = /^line ?item\b/
const orderKey = /^(name|order|order (id|number|name)|id)$/

/**
 * Stores export one row per line of an order, and the order's own values only in its first row (Shopify). Repeats these,
 * and multiplies the price of a line by its quantity.
 */
export function withOrderLines(table: Table): Table {
  const words = table.originalHeaders.map(headerWords)
  const columnOf = (header: RegExp) => words.findIndex((text) => header.test(text))
  const [price, quantity, key] = [/^line ?item price$/, /^line ?item (quantity|qty)$/, orderKey].map(columnOf)
  if (price === undefined || quantity === undefined || key === undefined || Math.min(price, quantity, key) < 0)
    return table
  const cellIn = (row: Row, at: number) => row.cells[at]?.trim() ?? ''
  let first: Row | null = null
  const rows = table.rows.map((row) => {
    if (row.damage) return row
    const start = first !== null && cellIn(row, key) !== '' && cellIn(first, key) === cellIn(row, key) ? first : row
    first = start
    const count = Number(cellIn(row, quantity) || 1)
    const cents = parseMoney(cellIn(row, price))?.cents
    return {
      ...row,
      cells: row.cells.map((cell, at) => {
        if (at === price) return cents === undefined || !(count > 1) ? cell : ((cents * count) / 100).toFixed(2)
        return cell.trim() === '' && !ofLine.test(words[at] ?? '') ? (start.cells[at] ?? '') : cell
      }),
    }
  })
  return { ...table, rows }
}
