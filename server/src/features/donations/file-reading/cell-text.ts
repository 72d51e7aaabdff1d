import { type CellObject, SSF } from '@e965/xlsx'

const twoDigits = (part: number) => String(part).padStart(2, '0')

/** Dates are ISO days, plain numbers and amounts unrounded. ZIP codes and phone numbers are formatted as displayed. */
export function cellText(cell: CellObject, date1904: boolean): string {
  const { t, v } = cell
  if (v === undefined || v === null) return ''
  if (t === 'e') return '#N/A'
  if (t === 'b') return v ? 'TRUE' : 'FALSE'
  if (v instanceof Date) return Number.isNaN(v.getTime()) ? '' : dayText(v.toISOString().slice(0, 19).replace('T', ' '))
  if (typeof v !== 'number') return String(v).replaceAll('\0', '').toWellFormed()
  const format = typeof cell.z === 'string' ? cell.z : 'General'
  if (SSF.is_date(format)) return dateText(v, date1904) ?? plainNumber(v)
  const currency = currencyOf(format)
  if (isPlainFormat(format)) return currency ? `${currency} ${plainNumber(v)}` : plainNumber(v)
  return formatAs(format, v)
}

/** Having the parser format every cell would double its time. */
function formatAs(format: string, value: number): string {
  try {
    return SSF.format(format, value)
  } catch {
    return plainNumber(value)
  }
}

function dateText(serial: number, date1904: boolean): string | null {
  const parts = SSF.parse_date_code(serial, { date1904 })
  if (!parts || !Number.isFinite(serial)) return null
  const clock = `${twoDigits(parts.H)}:${twoDigits(parts.M)}:${twoDigits(Math.floor(parts.S))}`
  if (serial < 1 && !date1904) return clock
  return dayText(`${String(parts.y).padStart(4, '0')}-${twoDigits(parts.m)}-${twoDigits(parts.d)} ${clock}`)
}

const dayText = (text: string) => text.replace(/ 00:00:00$/, '')

/** More digits than a double holds. */
export const hasLostDigits = ({ t, v }: CellObject): boolean =>
  t === 'n' && typeof v === 'number' && Number.isInteger(v) && !Number.isSafeInteger(v)

/** A spreadsheet has 15 significant digits: 10.1 + 20.2 is stored as 30.299999999999997. */
function plainNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') && Math.abs(value) >= 1 && Math.abs(value) < 1e21
    ? BigInt(Math.round(value)).toString()
    : text
}

function isPlainFormat(format: string): boolean {
  const first = (format.split(';')[0] ?? '')
    .replace(/_.|\*.|\\.|"[^"]*"|\[[^[\]]*\]/g, '')
    .replace(/[\s\p{Sc}()+-]/gu, '')
    .replace(/\b(USD|CAD|EUR|GBP)\b/g, '')
  return /^general$/i.test(first) || (/^[#,]*[0#](\.[0#?]*)?$/.test(first) && !/^0{2,}/.test(first))
}

/** `[$€-407] #,##0.00` and `"CAD" 0.00`. A dollar sign alone is ambiguous. */
function currencyOf(format: string): string | null {
  const mark = /\[\$([^[\]-]+)/.exec(format)?.[1]?.trim() ?? /(€|£|¥|USD|CAD|EUR|GBP|CA\$|C\$|US\$)/.exec(format)?.[1]
  return mark && mark !== '$' ? mark : null
}
