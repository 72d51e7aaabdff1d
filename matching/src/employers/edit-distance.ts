/** Edits are insertions, deletions, replacements, and transpositions. */
export type Edits = { readonly whole: number; readonly beginning: number }

/** Reused, because a search compares dozens of names on every key press. */
let before: number[] = []
let above: number[] = []
let row: number[] = []

/** Returns the distances of `typed` to `name` and to its closest prefix (`beginning`). */
export function editDistances(typed: string, name: string): Edits {
  for (let column = 0; column <= name.length; column++) above[column] = column
  for (let line = 1; line <= typed.length; line++) {
    row[0] = line
    for (let column = 1; column <= name.length; column++) {
      const isSame = typed.charCodeAt(line - 1) === name.charCodeAt(column - 1)
      let least = (above[column - 1] ?? 0) + (isSame ? 0 : 1)
      least = Math.min(least, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1)
      const isSwap =
        line > 1 &&
        column > 1 &&
        typed.charCodeAt(line - 1) === name.charCodeAt(column - 2) &&
        typed.charCodeAt(line - 2) === name.charCodeAt(column - 1)
      if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1)
      row[column] = least
    }
    ;[before, above, row] = [above, row, before]
  }
  let beginning = Number.POSITIVE_INFINITY
  for (let column = 0; column <= name.length; column++) beginning = Math.min(beginning, above[column] ?? 0)
  return { whole: above[name.length] ?? 0, beginning }
}
