/** Prints rows under their headings, numbers to three digits and set to the right. */
export function printTable(headings: readonly string[], lines: readonly (readonly (string | number)[])[]): void {
  const cells = [headings, ...lines.map((line) => line.map(shown))]
  const widths = headings.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  console.log()
  for (const line of cells) {
    console.log(
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
  }
}

function shown(value: string | number): string {
  if (typeof value === 'string') return value
  return value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
