/** English, French, and Spanish, without accents. */
const months: [RegExp, number][] = [
  [/^(jan(uary|vier|v)?|enero?|ene)$/, 1],
  [/^(feb(ruary|rero)?|fev(rier|r)?)$/, 2],
  [/^(mar(ch|s|zo)?)$/, 3],
  [/^(apr(il)?|avr(il)?|abr(il)?)$/, 4],
  [/^(may(o)?|mai)$/, 5],
  [/^(june?|juin|junio)$/, 6],
  [/^(july?|juil(let)?|julio)$/, 7],
  [/^(aug(ust)?|aout|ago(sto)?)$/, 8],
  [/^(sept?(ember|embre|iembre)?|setiembre)$/, 9],
  [/^(oct(ober|obre|ubre)?)$/, 10],
  [/^(nov(ember|embre|iembre)?)$/, 11],
  [/^(dec(ember|embre)?|dic(iembre)?)$/, 12],
]

export function monthNamed(word: string): number | null {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return months.find(([name]) => name.test(plain))?.[1] ?? null
}

export const isDayOfCalendar = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The serial count includes February 29, 1900, which did not exist. */
export function fromSerial(serial: number, epoch: 1900 | 1904): { day: string; clock: string } | null {
  const days = Math.floor(serial) + (epoch === 1904 ? 1462 : 0)
  if (days < 61 || days > 73_050) return null
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400)
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000 + Math.min(seconds, 86_399) * 1000)
  return { day: date.toISOString().slice(0, 10), clock: date.toISOString().slice(11, 19) }
}
