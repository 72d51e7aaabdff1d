import { fileKind, notASpreadsheet } from './file-kind.ts'
import { FileRefused } from './file-refused.ts'
import { readDelimited } from './read-delimited.ts'
import { repairTable } from './repair-text.ts'
import type { Limits, Table } from './table.ts'

export type TableOptions = { sheet?: string }

/** Reads a .csv, .xlsx or .xls file; its content decides which, not its name. @throws FileRefused */
export async function readTable(
  bytes: Uint8Array,
  fileName: string,
  limits: Limits,
  options: TableOptions = {},
): Promise<Table> {
  return repairTable(await readCells(bytes, fileName, limits, options))
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
  // What reads them is larger than all the rest, and of no use to whoever takes no such files.
  if (kind === 'html') return (await import('./read-html-table.ts')).readHtmlTable(bytes, limits)
  if (kind !== 'text') return (await import('./read-workbook.ts')).readWorkbook(bytes, kind, limits, options.sheet)
  const table = readDelimited(bytes, limits)
  // Old Excel names tab text .xls, and every sentence is a table of one column; a table of gifts has more than one.
  if (table.headers.length < 2 && !/\.(csv|txt|tsv)$/i.test(fileName)) throw notASpreadsheet()
  return table
}
