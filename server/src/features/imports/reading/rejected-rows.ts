import { stringify } from 'csv-stringify/sync'
import { guarded } from './formula-guard.ts'
import type { Rejection } from './gift.ts'

/** The rejected rows as CSV: the file's own columns, then `row` and `problem`. Safe to open in a spreadsheet program. */
export function rejectedRowsCsv(
  originalHeaders: readonly string[],
  rejected: readonly Pick<Rejection, 'row' | 'problem' | 'cells'>[],
): string {
  const lines = rejected.map(({ row, problem, cells }) => [
    ...originalHeaders.map((_, at) => guarded(cells[at] ?? '')),
    String(row),
    guarded(problem),
  ])
  return stringify([[...originalHeaders.map(guarded), 'row', 'problem'], ...lines], {
    bom: true,
    record_delimiter: 'windows',
    // Of itself it quotes only the line break that ends its own records.
    quoted_match: /[\r\n\t]/,
  })
}
