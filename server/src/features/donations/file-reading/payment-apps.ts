import { headerWords } from './headers.ts'
import type { Table } from './table.ts'

const senderHeader = 'Sender name'
const nameHeader = /^(name|donor|from|payer|sender|customer|payee)\b/
/** Banks add a day, a reference, or a note to the name. */
const zelleSender =
  /\bzelle\b[^:;]{0,30}?\bfrom (\p{L}[\p{L}.'’ &-]{1,60}?)(?= +(?:for|on|ref|conf|id)\b| *[;,]| +\S*\d|\s*$)/iu

/** Returns the table with payers. Some lists name them only in descriptions or as recipients of requests. */
export const withPayers = (table: Table): Table => withZelleSenders(withRequestedPayers(table))

/** Venmo's "Charge" is a request: `From` is who asked, and `To` is who paid. */
function withRequestedPayers(table: Table): Table {
  const words = table.originalHeaders.map(headerWords)
  const [type = -1, from = -1, to = -1] = ['type', 'from', 'to'].map((header) => words.indexOf(header))
  if (Math.min(type, from, to) < 0) return table
  const rows = table.rows.map((row) => {
    if (!/^charge$/i.test(row.cells[type]?.trim() ?? '')) return row
    const cells = [...row.cells]
    ;[cells[from], cells[to]] = [row.cells[to] ?? '', row.cells[from] ?? '']
    return { ...row, cells }
  })
  return { ...table, rows }
}

/** "Zelle payment from ANN ABLE 19283746" in the description of a bank's list. */
function withZelleSenders(table: Table): Table {
  const words = table.originalHeaders.map(headerWords)
  const at = words.findIndex((text) => /^((transaction|original|bank) )?(description|memo)$/.test(text))
  const senders = table.rows.map(({ cells }) => zelleSender.exec((cells[at] ?? '').slice(0, 200))?.[1]?.trim() ?? '')
  if (words.some((text) => nameHeader.test(text)) || senders.every((sender) => sender === '')) return table
  return {
    ...table,
    headers: [...table.headers, 'sender_name'],
    originalHeaders: [...table.originalHeaders, senderHeader],
    rows: table.rows.map((row, index) => ({
      ...row,
      cells: [...table.headers.map((_, column) => row.cells[column] ?? ''), senders[index] ?? ''],
    })),
  }
}
