import { stringify } from 'csv-stringify/sync'
import { formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import type { Rejection } from './gift.ts'

/** The file's columns, then `row` and `problem`. Safe for spreadsheet programs. */
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
    ...formulaGuardOptions,
    bom: true,
    record_delimiter: 'windows',
    // By default, the library quotes only the line break that ends its records.
    quoted_match: /[\r\n\t]/,
  })
}
