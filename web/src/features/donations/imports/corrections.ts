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
  given: imports.Corrections['replace'][number],
): imports.Corrections {
  const isSame = (one: { readonly column: string }, text: string) => one.column === given.column && text === given.from
  const led = replace.map((one) => (isSame(one, one.to) ? { ...one, to: given.to } : one))
  return {
    replace: [...led.filter((one) => !isSame(one, one.from)), given],
    cells: cells.map((cell) => (isSame(cell, cell.value) ? { ...cell, value: given.to } : cell)),
  }
}
