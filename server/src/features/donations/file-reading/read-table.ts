import { withJoinedDate } from './date-parts.ts'
import { fileKind, notASpreadsheet } from './file-kind.ts'
import { FileRefused } from './file-refused.ts'
import { withRowPerGift } from './gifts-side-by-side.ts'
import { withOrderLines } from './order-lines.ts'
import { withOtherAnswers } from './other-answers.ts'
import { withPayers } from './payment-apps.ts'
import { readDelimited } from './read-delimited.ts'
import { repairTable } from './repair-text.ts'
import type { Limits, Table } from './table.ts'

export type TableOptions = { sheet?: string }

/** .csv, .xlsx, or .xls; the content determines the format, not the name. @throws FileRefused */
export async function readTable(
  bytes: Uint8Array,
  fileName: string,
  limits: Limits,
  options: TableOptions = {},
): Promise<Table> {
  const table = repairTable(await readCells(bytes, fileName, limits, options))
  return withRowPerGift(withJoinedDate(withPayers(withOtherAnswers(withOrderLines(table)))), limits)
}

async function readCells(bytes: Uint8Array, fileName: string, limits: Limits, options: TableOptions): Promise<Table> {
  if (bytes.length > limits.maxBytes) {
    const megabytes = Math.floor(limits.maxBytes / 1_000_000)
    throw new FileRefused(
      'file_too_large',
      `This file is larger than ${megabytes} MB. Please split it into smaller files.`,
    )
  }
  if (bytes.length === 0)
    throw new FileRefused('file_empty', 'This file is empty. Please choose the file with the donations.')
  const kind = fileKind(bytes)
  // Loaded on demand because these parsers are large.
  if (kind === 'html') return (await import('./read-html-table.ts')).readHtmlTable(bytes, limits)
  if (kind !== 'text') return (await import('./read-workbook.ts')).readWorkbook(bytes, kind, limits, options.sheet)
  const table = readDelimited(bytes, limits)
  // Old Excel versions name tab-separated text .xls. Any sentence is a one-column table, so gifts need more columns.
  if (table.headers.length < 2 && !/\.(csv|txt|tsv)$/i.test(fileName)) throw notASpreadsheet()
  return table
}
