import type { Rejection } from './gift.ts'

/** The rejected rows as CSV: the file's own columns, then `row` and `problem`. Safe to open in a spreadsheet program. */
export function rejectedRowsCsv(
  _originalHeaders: readonly string[],
  _rejected: readonly Pick<Rejection, 'row' | 'problem' | 'cells'>[],
): string {
  return ''
}
