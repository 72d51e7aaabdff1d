import { stringify } from 'csv-stringify/sync'
import type { Rejection } from './gift.ts'

/** Plain numbers and dates are harmless; `-25.00` must stay a number when the file is uploaded again. */
const harmless = /^[+-]?[\d.,\s]*\d[\d.,\s]*$|^-\p{Sc}?\s?\d[\d.,]*$/u

/** What a spreadsheet program takes for a formula, also behind blanks, in full width and after a line break. */
const formula = /(^|[\r\n])[\s\u00a0\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]|^[\t\r\n]/

const safe = (cell: string) => (formula.test(cell) && !harmless.test(cell) ? `'${cell}` : cell)

/** The rejected rows as CSV: the file's own columns, then `row` and `problem`. Safe to open in a spreadsheet program. */
export function rejectedRowsCsv(
  originalHeaders: readonly string[],
  rejected: readonly Pick<Rejection, 'row' | 'problem' | 'cells'>[],
): string {
  const lines = rejected.map(({ row, problem, cells }) => [
    ...originalHeaders.map((_, at) => safe(cells[at] ?? '')),
    String(row),
    safe(problem),
  ])
  return stringify([[...originalHeaders.map(safe), 'row', 'problem'], ...lines], {
    bom: true,
    record_delimiter: 'windows',
  })
}
