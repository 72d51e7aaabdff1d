/** Calendar day `2026-11-20`, without a time zone; sorts as text. Arithmetic uses UTC, where every day has 24 hours. */
export type Day = string

const msPerDay = 86_400_000

/** Days since 1970; `NaN` if the text is not a valid day. */
function numberOf(day: Day): number {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (!year || !month || !date) return Number.NaN
  const at = Date.UTC(Number(year), Number(month) - 1, Number(date))
  return new Date(at).toISOString().startsWith(day) ? at / msPerDay : Number.NaN
}

const dayOf = (number: number): Day => new Date(number * msPerDay).toISOString().slice(0, 10)

/** False for `2027-02-29`. */
export const isDay = (text: string): text is Day => !Number.isNaN(numberOf(text))

export const addDays = (day: Day, count: number): Day => dayOf(numberOf(day) + count)

export const startOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

export const startOfYear = (day: Day): Day => `${day.slice(0, 5)}01-01`

export function startOfQuarter(day: Day): Day {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${day.slice(0, 5)}${String(first).padStart(2, '0')}-01`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** The spec's `MMM dd, yyyy`, in English for every locale. */
export const formatDay = (day: Day): string =>
  `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(8, 10)}, ${day.slice(0, 4)}`

/** `Nov 2026` */
export const formatMonth = (day: string): string => `${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`

/** Noon, because some time zones skip midnight on some days. */
export const toCalendar = (day: Day): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)), 12)

export const fromCalendar = (date: Date): Day =>
  [
    String(date.getFullYear()).padStart(4, '0'),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ].join('-')
