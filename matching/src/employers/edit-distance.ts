/** Edits are insertions, deletions, replacements, and transpositions. */
export type EditDistances = { readonly full: number; readonly prefix: number }

/** Reused, because a search compares dozens of names on every key press. */
let rowBeforeLast: number[] = []
let previousRow: number[] = []
let row: number[] = []

/** Returns the distances of `typed` to `name` (`full`) and to its closest prefix (`prefix`). */
export function editDistances(typed: string, name: string): EditDistances {
  for (let column = 0; column <= name.length; column++) previousRow[column] = column
  for (let line = 1; line <= typed.length; line++) {
    row[0] = line
    for (let column = 1; column <= name.length; column++) {
      const isSame = typed.charCodeAt(line - 1) === name.charCodeAt(column - 1)
      let distance = (previousRow[column - 1] ?? 0) + (isSame ? 0 : 1)
      distance = Math.min(distance, (previousRow[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1)
      const isSwap =
        line > 1 &&
        column > 1 &&
        typed.charCodeAt(line - 1) === name.charCodeAt(column - 2) &&
        typed.charCodeAt(line - 2) === name.charCodeAt(column - 1)
      if (isSwap) distance = Math.min(distance, (rowBeforeLast[column - 2] ?? 0) + 1)
      row[column] = distance
    }
    ;[rowBeforeLast, previousRow, row] = [previousRow, row, rowBeforeLast]
  }
  let prefix = Number.POSITIVE_INFINITY
  for (let column = 0; column <= name.length; column++) prefix = Math.min(prefix, previousRow[column] ?? 0)
  return { full: previousRow[name.length] ?? 0, prefix }
}
