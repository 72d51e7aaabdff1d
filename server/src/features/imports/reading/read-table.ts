import { FileRefused } from './file-refused.ts'
import type { Limits, Table } from './table.ts'

export type TableOptions = { sheet?: string }

/** Reads a .csv, .xlsx or .xls file; its content decides which, not its name. @throws FileRefused */
export async function readTable(
  _bytes: Uint8Array,
  _fileName: string,
  _limits: Limits,
  _options: TableOptions = {},
): Promise<Table> {
  throw new FileRefused('reader_failed', 'Not built yet.')
}
