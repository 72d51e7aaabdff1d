/** Month names of English, French and Spanish, by their first letters without accents. */
const months: [RegExp, number][] = [
  [/^(jan|ene)/, 1],
  [/^f(eb|ev)/, 2],
  [/^mar/, 3],
  [/^(apr|avr|abr)/, 4],
  [/^ma[iy]/, 5],
  [/^(jun|juin)/, 6],
  [/^(jul|juil)/, 7],
  [/^(aug|aou|ago)/, 8],
  [/^(sep|set)/, 9],
  [/^oct/, 10],
  [/^nov/, 11],
  [/^(dec|dic)/, 12],
]

export function monthNamed(word: string): number | null {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (plain.length < 3 || plain.length > 10) return null
  return months.find(([name]) => name.test(plain))?.[1] ?? null
}

export const isDayOfCalendar = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

/** @param day 'YYYY-MM-DD' */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Days counted as workbooks do; 1900 had no 29 February, but the count has. */
export function fromSerial(serial: number, epoch: 1900 | 1904): { day: string; clock: string } | null {
  const days = Math.floor(serial) + (epoch === 1904 ? 1462 : 0)
  if (days < 61 || days > 73_050) return null
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400)
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000 + Math.min(seconds, 86_399) * 1000)
  return { day: date.toISOString().slice(0, 10), clock: date.toISOString().slice(11, 19) }
}
