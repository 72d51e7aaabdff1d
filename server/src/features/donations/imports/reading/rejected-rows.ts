import { stringify } from 'csv-stringify/sync'
import { guardsFormulas } from '../../../../platform/security/formula-guard.ts'
import type { Rejection } from './gift.ts'

/** The rejected rows as CSV: the file's own columns, then `row` and `problem`. Safe to open in a spreadsheet program. */
export function rejectedRowsCsv(
  originalHeaders: readonly string[],
  rejected: readonly Pick<Rejection, 'row' | 'problem' | 'cells'>[],
): string {
  const lines = rejected.map(({ row, problem, cells }) => [
    ...originalHeaders.map((_, at) => cells[at] ?? ''),
    String(row),
    problem,
  ])
  return stringify([[...originalHeaders, 'row', 'problem'], ...lines], {
    ...guardsFormulas,
    bom: true,
    record_delimiter: 'windows',
    // Of itself it quotes only the line break that ends its own records.
    quoted_match: /[\r\n\t]/,
  })
}
