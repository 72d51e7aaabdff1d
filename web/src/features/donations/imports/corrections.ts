import type { imports } from '@twofold/contract'

/** A later correction of the same cell wins. */
export const withCell = (
  { replace, cells }: imports.Corrections,
  cell: imports.Corrections['cells'][number],
): imports.Corrections => ({
  replace,
  cells: [...cells.filter(({ row, column }) => row !== cell.row || column !== cell.column), cell],
})

/** Also updates earlier corrections that produced this value. */
export function withReplacement(
  { replace, cells }: imports.Corrections,
  replacement: imports.Corrections['replace'][number],
): imports.Corrections {
  const isReplaced = (correction: { readonly column: string }, text: string) =>
    correction.column === replacement.column && text === replacement.from
  const updated = replace.map((correction) =>
    isReplaced(correction, correction.to) ? { ...correction, to: replacement.to } : correction,
  )
  return {
    replace: [...updated.filter((correction) => !isReplaced(correction, correction.from)), replacement],
    cells: cells.map((cell) => (isReplaced(cell, cell.value) ? { ...cell, value: replacement.to } : cell)),
  }
}
