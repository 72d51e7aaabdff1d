import type { imports } from '@twofold/contract'

const numericDate = /(?<![\d/.-])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/

export function dateExampleIn(
  sample: readonly Readonly<Record<string, string>>[],
  map: Readonly<Record<string, string>>,
): imports.TestResult['date_example'] {
  const column = Object.keys(map).find((header) => map[header] === 'donated_at')
  if (!column) return null
  for (const row of sample) {
    const [, first, second, year] = numericDate.exec(row[column] ?? '') ?? []
    if (!first || !second || !year || first === second || Number(first) > 12 || Number(second) > 12) continue
    const full = year.length === 2 ? `20${year}` : year
    const day = (month: string, date: string) => `${full}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
    return { text: row[column] ?? '', mdy: day(first, second), dmy: day(second, first) }
  }
  return null
}
