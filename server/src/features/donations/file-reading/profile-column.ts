import { readEmployment } from '@twofold/matching'
import type { DateContext } from './dates.ts'
import { isDayWithoutYear, parseDate } from './dates.ts'
import { parseMoney } from './money.ts'

/** Shares (0 to 1) of filled cells. */
export type Profile = {
  filled: number
  unique: number
  email: number
  money: number
  /** These have cents or a currency sign. */
  decimal: number
  integer: number
  zero: number
  negative: number
  date: number
  /** The header decides whether these are dates. */
  serial: number
  /** These are days without a year, if the header is that of a date. */
  yearless: number
  phone: number
  /** These can only be phone numbers, whatever the column name. */
  telephone: number
  state: number
  zip: number
  country: number
  boolean: number
  url: number
  words: number
  /** These are two to four capitalized words. */
  person: number
  employer: number
  /** Words such as "retired" or "part-time". */
  employment: number
  distinct: number
  /** Numbers the rows; other files use the same numbers. */
  counter: boolean
}

const rowsLookedAt = 400

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g

const states = new Set(
  (
    'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr vi gu ' +
    'ab bc mb nb nl ns nt nu on pe qc sk yt aa ae ap as mp'
  ).split(' '),
)
const stateNames =
  /^(alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (hampshire|jersey|mexico|york)|(north|south) (carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|district of columbia|puerto rico|alberta|british columbia|manitoba|new brunswick|newfoundland.*|nova scotia|ontario|prince edward island|qu[eé]bec|saskatchewan|yukon)$/i
const countries =
  /^(us|usa|u\.s\.a?\.?|united states( of america)?|ca|can|canada|mx|mex|mexico|gb|gbr|uk|united kingdom|fr|fra|france|de|deu|germany|au|aus|australia|ie|irl|ireland|in|ind|india|jp|jpn|japan|cn|chn|china|es|esp|spain|it|ita|italy|nl|nld|netherlands|ch|che|switzerland|se|swe|sweden|br|bra|brazil|nz|nzl|new zealand)$/i
const employers =
  /^(the )?(google|alphabet|microsoft|msft|apple|amazon|meta|facebook|walmart|target|costco|boeing|exxon ?mobil|chevron|shell|bp|ge|general electric|ibm|intel|cisco|oracle|salesforce|adobe|nvidia|netflix|disney|walt disney|pfizer|merck|johnson & johnson|j&j|abbott|abbvie|amgen|bank of america|bofa|jp ?morgan( chase)?|wells fargo|citi(group|bank)?|goldman sachs|morgan stanley|deloitte|pwc|kpmg|ey|ernst & young|accenture|at&t|verizon|t-mobile|comcast|home depot|nike|starbucks|coca[- ]cola|pepsi(co)?|procter & gamble|p&g|3m|state farm|allstate|unitedhealth( group)?|best buy|gap|nordstrom|expedia( group)?|thomson reuters|medtronic|mastercard|visa|american express|qualcomm|dell|hp|capital one|retired|self[- ]employed|not employed|unemployed|student|none|n\/a)\b|,? (inc|corp|corporation|llc|llp|ltd|co|company|group)\.?$/i

const context: DateContext = { order: 'mdy', epoch: 1900, thisYear: new Date().getUTCFullYear() }

export function profileColumn(cells: readonly string[]): Profile {
  const texts = cells
    .slice(0, rowsLookedAt)
    .map((cell) => cell.slice(0, 200).replace(invisible, '').trim())
    .filter(Boolean)
  const share = (test: (text: string) => boolean) => (texts.length === 0 ? 0 : texts.filter(test).length / texts.length)
  const amounts = new Map(
    texts.map((text) => [text, /\d/.test(text) && text.length < 25 ? parseMoney(text, '.') : null]),
  )
  const cents = (text: string) => amounts.get(text)?.cents ?? null
  return {
    filled: cells.length === 0 ? 0 : texts.length / Math.min(cells.length, rowsLookedAt),
    distinct: new Set(texts).size,
    counter: /^[01]$/.test(texts[0] ?? '') && texts.every((text, at) => text === String(Number(texts[0]) + at)),
    unique: texts.length === 0 ? 0 : new Set(texts).size / texts.length,
    email: share((text) => /^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text)),
    money: share((text) => cents(text) !== null),
    decimal: share((text) => cents(text) !== null && /\p{Sc}|[.,]\d{2}\)?-?(\s*\p{Sc})?$/u.test(text)),
    integer: share((text) => /^-?\d+$/.test(text)),
    zero: share((text) => cents(text) === 0),
    negative: share((text) => (cents(text) ?? 0) < 0),
    date: share((text) => isDate(text)),
    serial: share((text) => /^(3[6-9]|4\d|5\d)\d{3}(\.\d+)?$|^1[0-9]\d{8}(\d{3})?$/.test(text)),
    yearless: share(isDayWithoutYear),
    phone: share(isPhone),
    telephone: share((text) => isPhone(text) && isTelephone(text)),
    state: share((text) => states.has(text.toLowerCase()) || stateNames.test(text)),
    zip: share((text) => /^\d{5}(-?\d{4})?$|^\d{4}$|^[a-z]\d[a-z]\s?\d[a-z]\d$/i.test(text)),
    country: share((text) => countries.test(text)),
    boolean: share((text) => /^(yes|no|y|n|true|false|0|1|x|on|off|checked|unchecked)$/i.test(text)),
    url: share((text) => /^(https?:\/\/|www\.)/i.test(text)),
    words: share(isWords),
    person: share((text) => /^(\p{L}[\p{L}.'’-]*\s+){1,3}\p{L}[\p{L}.'’-]+$/u.test(text)),
    employer: share((text) => employers.test(text)),
    employment: share((text) => readEmployment(text) !== null),
  }
}

const isPhone = (text: string): boolean =>
  /^[+(]?[\d\s().+-]{7,22}(\s*(x|ext\.?)\s*\d+)?$/i.test(text) &&
  /^\d{7,15}$/.test(text.replace(/\D/g, '').slice(0, 16))

/** Ten digits in North American format, or phone punctuation. Other digit sequences are accounts or ids. */
const isTelephone = (text: string): boolean =>
  /[+()\s.-]/.test(text.slice(0, 12)) || /^1?[2-9]\d{2}[2-9]\d{6}$/.test(text)

function isDate(text: string): boolean {
  if (/^\d{1,5}([.,]\d*)?$|^\d{11,}$|^\d{10}$/.test(text)) return false
  if (parseDate(text, context) !== null) return true
  return parseDate(text, { ...context, order: 'dmy' }) !== null
}

function isWords(text: string): boolean {
  if (!/\p{L}{2}/u.test(text) || text.includes('@')) return false
  if (!/\d{3}/.test(text)) return true
  return text.includes(' ') && text.replace(/\P{L}/gu, '').length >= text.replace(/\D/g, '').length
}
