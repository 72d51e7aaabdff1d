/** `1,234.56` or `1.234,56`. */
export type DecimalMark = '.' | ','

export type Money = { cents: number; currency: string | null }

/** Characters; limits the work on other cells. */
const longestAmount = 60

/** Far above any gift and far below the largest safe integer. */
const maxCents = 100_000_000_000_00

const dollars: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  CAN: 'CAD',
  CAD: 'CAD',
  CDN: 'CAD',
  C: 'CAD',
  USD: 'USD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  MX: 'MXN',
  MEX: 'MXN',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
  NT: 'TWD',
  R: 'BRL',
}

const signs: [RegExp, string][] = [
  [/\b(CAD|CDN)\b|\$\s?CA\b/i, 'CAD'],
  [/\bUSD\b|U\$S|\$\s?US\b/i, 'USD'],
  [/\b(EUR|EURO|EUROS)\b|€/i, 'EUR'],
  [/\bGBP\b|£/i, 'GBP'],
  [
    /\b(AUD|NZD|MXN|BRL|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|ZAR|HKD|SGD|ILS|KRW|TWD|ARS|CLP|COP|PHP|THB|JMD|TTD|BBD|BSD|BMD)\b/i,
    '',
  ],
  [/¥/, 'JPY'],
  [/₹/, 'INR'],
]

/** Null if the text is not an amount. Avoids floating point; a third decimal rounds half up. */
export function parseMoney(text: string, mark: DecimalMark = '.'): Money | null {
  if (text.length > longestAmount) return null
  const plain = text
    .normalize('NFKC')
    .replace(/[\u2212\u2012-\u2015]/g, '-')
    .replace(/[\u200b-\u200f\u2060\ufeff\u202a-\u202e]/g, '')
    .replace(/(?<!\p{L})([A-Z]{3})(?=\d)/gu, '$1 ')
    .trim()
  const currency = currencyIn(plain)
  const bare = plain
    .replace(/(?<!\p{L})\p{L}{1,4}(?=\$)/gu, ' ')
    .replace(/[\p{Sc}]/gu, ' ')
    .replace(/\b(US|CA|CAN|C|A|AU|NZ|MX|R|U|S)(?=\s)|(?<=\s)(US|CA)\b/g, ' ')
    .replace(/\b(dollars?|dollar can(adien)?s?|euros?|[A-Z]{3})\b/gi, ' ')
    .replace(/[.,]-$/, '')
    .trim()
  const isNegative = /^\(.*\)$|^-|-$/.test(bare)
  const digits = bare.replace(/^[(\s+-]+/, '').replace(/(?<![)\s-])[)\s-]+$/, '')
  const scientific = /^(\d+)(?:\.(\d+))?e([+-]?\d{1,2})$/i.exec(digits)
  const number = scientific ? expandScientific(scientific) : cleanNumber(digits, mark)
  if (number === null) return null
  const cents = toCents(number)
  return cents === null ? null : { cents: isNegative && cents !== 0 ? -cents : cents, currency }
}

/** An ISO code, or the sign if its code is unknown (`ZW$`). Null for a plain dollar sign. */
export function currencyIn(text: string): string | null {
  const prefix = /(?<!\p{L})(\p{L}{1,4})\$/u.exec(text)?.[1]
  if (prefix && !/^u$/i.test(prefix)) return dollars[prefix.toUpperCase()] ?? `${prefix}$`
  for (const [sign, code] of signs) {
    const found = sign.exec(text)
    if (found) return code || found[0].toUpperCase()
  }
  return null
}

/** `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56`, `1,23,456` → `1234.56`; null for anything else. */
function cleanNumber(digits: string, mark: DecimalMark): string | null {
  if (!/^(\d[\d\s.,'’]*|[.,]\d+)$/.test(digits)) return null
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  // Plain digits, groups of three, or Indian groups of two with three at the end, then a fraction.
  if (!/^(\d*|\d{1,3}([.,'’\s]\d{3})+|\d{1,2}(,\d{2})+,\d{3})([.,]\d*)?$/.test(digits)) return null
  if (last < 0) return digits.replace(/[\s'’]/g, '')
  const sign = digits[last]
  const whole = digits.slice(0, last)
  const fraction = digits.slice(last + 1)
  const repeated = whole.includes(sign ?? '')
  const other = sign === '.' ? ',' : '.'
  const isGrouping =
    repeated || (sign !== mark && fraction.length === 3 && !whole.includes(other) && whole.length <= 3 && whole !== '0')
  if (isGrouping) return repeated && fraction.length !== 3 ? null : digits.replace(/[\s'’.,]/g, '')
  if (/\s$/.test(whole)) return null
  return `${whole.replace(/[\s'’.,]/g, '') || '0'}.${fraction}`
}

function expandScientific([, whole = '', fraction = '', power = '0']: RegExpExecArray): string {
  const digits = whole + fraction
  const point = whole.length + Number(power)
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return `${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`
}

function toCents(number: string): number | null {
  const [whole = '0', fraction = ''] = number.split('.')
  if (whole.replace(/^0+/, '').length > 13) return null
  const third = Number(fraction[2] ?? 0)
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + (third >= 5 ? 1 : 0)
  return cents > maxCents ? null : cents
}

/** `12,50` and `1.234,56` are clear, `1,234` is ambiguous. */
export function findDecimalMark(cells: Iterable<string>): DecimalMark {
  let comma = 0
  let point = 0
  for (const cell of cells) {
    if (cell.length > longestAmount) continue
    const digits = /\d[\d.,\s'’]*/.exec(cell.normalize('NFKC'))?.[0].trim() ?? ''
    const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
    if (last < 0) continue
    const sign = digits[last]
    const other = sign === '.' ? ',' : '.'
    const fraction = digits.length - last - 1
    const isFraction = digits.indexOf(sign ?? '') === last && (fraction !== 3 || digits.includes(other))
    const vote = digits.includes(other) ? 3 : 1
    const isComma = isFraction === (sign === ',')
    // A mark that repeats or comes before exactly three digits is probably a thousands separator.
    if (!isFraction && fraction === 3 && digits.indexOf(sign ?? '') === last) continue
    if (isComma) comma += vote
    else point += vote
  }
  return comma > point ? ',' : '.'
}
