import { imports } from '@twofold/contract'
import type { Question, ReadOptions } from './gift.ts'
import { headerWords } from './headers.ts'
import { type DecimalMark, findDecimalMark, parseMoney } from './money.ts'
import type { Table, Warning } from './table.ts'

export type AmountStyle = {
  readonly mark: DecimalMark
  readonly inCents: boolean
  readonly openRows: ReadonlySet<number>
  readonly question: Question | null
  readonly warnings: readonly Warning[]
}

/** Asks whether `1.500` is 1,500 or 1.50. */
export const amountPointsQuestionId = 'amount_points'
const thousands = 'thousands'
const decimals = 'decimals'

const pointBeforeThree = /^(?!0\.)\d{1,3}\.\d{3}$/

export function amountStyle(table: Table, at: number, options: Pick<ReadOptions, 'answers'>): AmountStyle {
  const cells = table.rows.map((row) => row.cells[at]?.trim() ?? '')
  const found = findDecimalMark(cells)
  const inCents = isInCents(table, at, cells)
  const settled = { inCents, openRows: new Set<number>(), question: null, warnings: inCents ? [centsWarning] : [] }
  const unclear = table.rows.filter((_, index) => pointBeforeThree.test(digitsIn(cells[index] ?? '')))
  if (found === ',' || unclear.length === 0) return { ...settled, mark: found }
  if (isEuropean(table, at)) return { ...settled, mark: ',' }
  const answer = options.answers?.[amountPointsQuestionId] ?? imports.leaveOutAnswer
  const example = digitsIn(unclear[0]?.cells[at]?.trim() ?? '')
  return {
    ...settled,
    mark: answer === thousands ? ',' : '.',
    openRows: new Set(answer === imports.leaveOutAnswer ? unclear.map(({ row }) => row) : []),
    question: {
      id: amountPointsQuestionId,
      message: `Does ${example} mean ${example.replace('.', ',')} or ${Number(example).toFixed(2)}?`,
      options: [
        { value: imports.leaveOutAnswer, label: 'Leave these rows out' },
        { value: thousands, label: example.replace('.', ',') },
        { value: decimals, label: Number(example).toFixed(2) },
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
  }
}

const digitsIn = (cell: string): string => cell.replace(/[\p{Sc}\sA-Za-z]/gu, '')

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
  const header = (table.originalHeaders[at] ?? '').toLowerCase().replace(/[^a-z]+/g, ' ')
  if (centsHeader.test(header)) return true
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

export function readCents(text: string, { mark, inCents }: Pick<AmountStyle, 'mark' | 'inCents'>) {
  const money = parseMoney(text, mark)
  return money && inCents ? { ...money, cents: Math.round(money.cents / 100) } : money
}
