import { type ColumnMap, imports } from '@twofold/contract'
import { deductibleExtras } from './extras.ts'
import type { Question, ReadOptions } from './gift.ts'
import { headerWords } from './headers.ts'
import { type DecimalMark, findDecimalMark, type Money, parseMoney } from './money.ts'
import type { Table, Warning } from './table.ts'

export type AmountStyle = {
  /** Columns with further parts of the amount, one for each fund: `Split 2 Amount` next to `Split 1 Amount`. */
  readonly furtherAt: readonly number[]
  readonly mark: DecimalMark
  readonly inCents: boolean
  /** Fees and tips within a row's amount, in cents. */
  readonly extraOf: (cells: readonly string[]) => number
  readonly openRows: ReadonlySet<number>
  readonly questions: readonly Question[]
  readonly warnings: readonly Warning[]
}

/** Asks whether `1.500` is 1,500 or 1.50; in a file of decimal commas, `1,500`. */
export const amountPointsQuestionId = 'amount_points'
const thousands = 'thousands'
const decimals = 'decimals'

const pointBeforeThree = /^(?!0\.)\d{1,3}\.\d{3}$/
const commaBeforeThree = /^(?!0,)\d{1,3},\d{3}$/

export function amountStyle(table: Table, map: ColumnMap, options: Pick<ReadOptions, 'answers'>): AmountStyle {
  const at = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'amount')
  const cells = table.rows.map((row) => row.cells[at]?.trim() ?? '')
  const found = findDecimalMark(cells)
  const inCents = isInCents(table, at, cells)
  const furtherAt = furtherColumns(table, map, { at, cells })
  const extrasFor = (mark: DecimalMark) => {
    const { extraOf, question } = deductibleExtras(table, map, { ...options, mark })
    const parts = inCents ? (cells: readonly string[]) => Math.round(extraOf(cells) / 100) : extraOf
    return { extraOf: parts, questions: question ? [question] : [] }
  }
  const style = {
    inCents,
    furtherAt,
    openRows: new Set<number>(),
    ...extrasFor(found),
    warnings: [...(inCents ? [centsWarning] : []), ...furtherWarning(table, at, furtherAt)],
  }
  const unclearForm = found === ',' ? commaBeforeThree : pointBeforeThree
  const unclear = table.rows.filter((_, index) => unclearForm.test(digitsIn(cells[index] ?? '')))
  if (unclear.length === 0) return { ...style, mark: found }
  if (found === '.' && isEuropean(table, at)) return { ...style, ...extrasFor(','), mark: ',' }
  const answer = options.answers?.[amountPointsQuestionId] ?? imports.leaveOutAnswer
  const example = digitsIn(unclear[0]?.cells[at]?.trim() ?? '')
  const [asThousands, asDecimals]: readonly DecimalMark[] = found === ',' ? ['.', ','] : [',', '.']
  const mark = (answer === thousands ? asThousands : asDecimals) ?? found
  const [whole, fraction] = [example.replace('.', ','), Number(example.replace(',', '.')).toFixed(2)]
  const { extraOf, questions } = extrasFor(mark)
  return {
    ...style,
    mark,
    extraOf,
    openRows: new Set(answer === imports.leaveOutAnswer ? unclear.map(({ row }) => row) : []),
    questions: [
      ...questions,
      {
        id: amountPointsQuestionId,
        message: `Does ${example} mean ${whole} or ${fraction}?`,
        options: [
          { value: imports.leaveOutAnswer, label: 'Leave these rows out' },
          { value: thousands, label: whole },
          { value: decimals, label: fraction },
        ],
        answer,
        count: unclear.length,
        sumCents: null,
        examples: unclear.slice(0, imports.questionExamples).map(({ row, cells }) => ({
          row,
          text: cells[at]?.trim() ?? '',
          known: null,
          taken: false,
        })),
        by_row: false,
      },
    ],
  }
}

/** From the first to the last digit. */
function digitsIn(cell: string): string {
  const places = [...cell.matchAll(/\d/g)].map(({ index }) => index)
  return cell.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1)
}

const europeanHeader = /^(betrag|spende|summe|montant|don|importe|monto|cantidad|valor|importo|bedrag|belopp|kwota)\b/

/** Semicolons, dates with points, or a header in another language imply points as thousands separators. */
const isEuropean = (table: Table, at: number): boolean =>
  table.separator === ';' ||
  europeanHeader.test(headerWords(table.originalHeaders[at] ?? '')) ||
  table.rows.some(({ cells }) => cells.some((cell) => /^\d{1,2}\.\d{1,2}\.(19|20)?\d{2}$/.test(cell.trim())))

const centsHeader = /\b(cents?|pennies|minor units?)\b/
const processorId = /^(ch|pi|py|txn|in|re)_\w+$/

/** Payment processors' APIs use cents. */
function isInCents(table: Table, at: number, cells: readonly string[]): boolean {
  const filled = cells.filter(Boolean)
  if (filled.length === 0 || !filled.every((cell) => /^-?\d+$/.test(cell))) return false
  const header = (table.originalHeaders[at] ?? '').replace(/[()[\]]/g, ' ')
  if (header.includes('¢') || centsHeader.test(headerWords(header))) return true
  const columns = new Set(table.headers)
  const isObject =
    columns.has('livemode') || table.rows.every(({ cells }) => cells.some((cell) => processorId.test(cell)))
  const unixSeconds = table.headers.indexOf('created')
  return isObject && table.rows.every(({ cells }) => /^\d{10}$/.test(cells[unixSeconds]?.trim() ?? ''))
}

const centsWarning: Warning = {
  code: 'amounts_in_cents',
  message: 'The amounts in this file are in cents. We converted them to dollars.',
}

/** Kept columns that have the name of the amount column with another number, unless they repeat its amounts. */
function furtherColumns(
  table: Table,
  map: ColumnMap,
  { at: amountAt, cells }: { readonly at: number; readonly cells: readonly string[] },
): number[] {
  const nameOf = (at: number) =>
    (table.originalHeaders[at] ?? '')
      .toLowerCase()
      .replace(/[\d\s]+/g, ' ')
      .trim()
  if (nameOf(amountAt) === '') return []
  const donorNames = table.headers.flatMap((header, at) =>
    Object.hasOwn(map, header) && map[header]?.startsWith('donor.')
      ? [headerWords(table.originalHeaders[at] ?? '')]
      : [],
  )
  /** A second "Name" or "Email" starts the columns of another person. */
  const isOfOther = (at: number) =>
    table.originalHeaders
      .slice(amountAt + 1, Math.max(at, amountAt + 1))
      .some((header) => donorNames.includes(headerWords(header)))
  const isNamesake = (header: string, at: number) =>
    at !== amountAt &&
    nameOf(at) === nameOf(amountAt) &&
    !isOfOther(at) &&
    Object.hasOwn(map, header) &&
    (map[header] === 'ignored' || map[header]?.startsWith('custom.'))
  const namesakes = table.headers.flatMap((header, at) => (isNamesake(header, at) ? [at] : []))
  // Gross, fee, and net, all called "Amount".
  const isDifference =
    namesakes.length > 1 &&
    table.rows.every((row) => {
      const centsIn = (at: number) => Math.abs(parseMoney(row.cells[at] ?? '')?.cents ?? 0)
      return namesakes.reduce((sum, at) => sum + centsIn(at), 0) === centsIn(amountAt)
    })
  return table.headers.flatMap((header, at) => {
    const isKept = Object.hasOwn(map, header) && map[header]?.startsWith('custom.')
    if (!isKept || !namesakes.includes(at)) return []
    const further = table.rows.map((row) => row.cells[at]?.trim() ?? '')
    const isPart = further.every((text) => text === '' || parseMoney(text) !== null)
    return isPart && !isDifference && further.some((text, row) => text !== cells[row]) ? [at] : []
  })
}

function furtherWarning(table: Table, at: number, furtherAt: readonly number[]): Warning[] {
  if (furtherAt.length === 0) return []
  const names = [at, ...furtherAt].map((column) => table.originalHeaders[column] ?? '')
  return [
    { code: 'amounts_added_up', message: `Each gift is the sum of these columns: ${[...new Set(names)].join(', ')}.` },
  ]
}

/** Reads the amount of a row in cents, with its further parts; null if it has none or one is not an amount. */
export function readAmount(
  cells: readonly string[],
  at: number,
  { mark, inCents, furtherAt }: Pick<AmountStyle, 'mark' | 'inCents' | 'furtherAt'>,
): Money | null {
  const texts = [at, ...furtherAt].map((column) => cells[column]?.trim() ?? '').filter(Boolean)
  const parts = texts.map((text) => parseMoney(text, mark)).filter((money) => money !== null)
  if (texts.length === 0 || parts.length < texts.length) return null
  const sum = parts.reduce((cents, part) => cents + part.cents, 0)
  return {
    cents: inCents ? Math.round(sum / 100) : sum,
    currency: parts.find(({ currency }) => currency)?.currency ?? null,
  }
}
