import { formatDay, readDay } from '@twofold/matching'
import {
  currencyIn,
  type DateContext,
  findDateOrder,
  findYearFirst,
  headerWords,
  parseDate,
  type Row,
  type Table,
  withCentury,
} from '../../../donations/file-reading/index.ts'
import { findColumns, type ReportColumns } from './columns.ts'
import {
  certain,
  type Doubt,
  dateColumnQuestionId,
  dateOrderQuestionId,
  nameOf,
  shownExamples,
  yearFirstQuestionId,
} from './questions.ts'
import type { ReportAnswers } from './report.ts'

const plainDatePattern = /^(date|datum|fecha|dt)$/

/** A column "Date" in the list of a check is the day of the check if all of its rows share it. */
export function chooseDateColumn(
  table: Table,
  columns: ReportColumns,
  payment: {
    readonly paidOn: string | null
    readonly reference: string
    readonly dayOf: (text: string) => string | null
  },
  answers: ReportAnswers,
): Doubt<ReportColumns> {
  const [column] = columns.columnsByRole.get('given_on') ?? []
  if (
    column === undefined ||
    columns.columnsByRole.has('paid_on') ||
    !plainDatePattern.test(headerWords(table.originalHeaders[column] ?? ''))
  )
    return certain(columns)
  const asPaidOn = () => {
    const columnsByRole = new Map(columns.columnsByRole)
    columnsByRole.delete('given_on')
    columnsByRole.set('paid_on', [column])
    return { ...columns, columnsByRole }
  }
  const days = table.rows.map((row) => payment.dayOf((row.cells[column] ?? '').trim()))
  if (payment.paidOn !== null) return certain(days.every((day) => day === payment.paidOn) ? asPaidOn() : columns)
  const [numberColumn] = columns.columnsByRole.get('payout_id') ?? []
  const daysByNumber = new Map<string, Set<string | null>>()
  for (const [at, row] of table.rows.entries()) {
    const number = numberColumn === undefined ? '' : (row.cells[numberColumn] ?? '').trim()
    daysByNumber.set(number, (daysByNumber.get(number) ?? new Set()).add(days[at] ?? null))
  }
  if ([...daysByNumber.values()].some((daysOfNumber) => daysOfNumber.size > 1)) return certain(columns)
  const name = nameOf(table, column)
  return {
    value: answers[dateColumnQuestionId] === 'gift' ? columns : asPaidOn(),
    questions: [
      {
        id: dateColumnQuestionId,
        text: `Is ${name} the day of the payment or the day of the gifts?`,
        examples: table.rows
          .slice(0, shownExamples)
          .map((row) => ({ sheet_row: row.sheetRow, text: (row.cells[column] ?? '').trim() })),
        options: [
          { value: 'payment', label: 'The day of the payment' },
          { value: 'gift', label: 'The day of the gifts' },
        ],
        answer: 'payment',
      },
    ],
  }
}

/** Spanish, French, and German write the day before the month. */
const dayFirstHeaderPattern = /\bfecha\b|^date (de|du)\b|datum\b/

/** Days after today; payments are dated a few days ahead. */
const daysAhead = 10

/** British words, and currencies of countries that write the day first. */
const isDayFirstWord = (text: string): boolean =>
  /\b(cheque|organisation|programme|post ?code|gift ?aid|bacs|sort code|vat|siret|iban)\b/i.test(text) ||
  /^(EUR|GBP|AUD|NZD|INR|CHF|BRL|MXN)$/.test(currencyIn(text) ?? '')

/** Month first in US reports. Signs of the opposite order raise a question. */
export function chooseDateOrder(
  table: Table,
  columns: ReportColumns,
  { currency, today, mark }: { readonly currency: 'USD' | 'CAD'; readonly today: string; readonly mark: '.' | ',' },
  answers: ReportAnswers,
): Doubt<'mdy' | 'dmy'> {
  const dateColumns = (['given_on', 'paid_on'] as const).flatMap((role) => columns.columnsByRole.get(role) ?? [])
  const cells = table.rows.flatMap((row) =>
    dateColumns.map((column) => ({ sheetRow: row.sheetRow, text: (row.cells[column] ?? '').trim() })),
  )
  const texts = [...cells.map(({ text }) => text), ...table.aside.flat()].filter(Boolean)
  const { order, suggested } = findDateOrder(texts)
  if (order === 'mdy' || order === 'dmy') return certain(order)
  const contradictsItself = texts.some((text) => ['mdy', 'dmy'].includes(findDateOrder([text]).order))
  if (dateColumns.some((at) => dayFirstHeaderPattern.test(headerWords(table.originalHeaders[at] ?? ''))))
    return certain('dmy')
  const latest = new Date(Date.parse(today) + daysAhead * 86_400_000).toISOString().slice(0, 10)
  const context = { epoch: table.epoch, thisYear: Number(today.slice(0, 4)) } as const
  // A check number might be read as a day.
  const ambiguous = texts.filter((text) => findDateOrder([text]).order === 'ambiguous')
  const isImpossible = (order: 'mdy' | 'dmy') =>
    ambiguous.some((text) => (parseDate(text, { ...context, order })?.day ?? '') > latest) ||
    isPaidBeforeGift(table, columns, { ...context, order })
  const [isDayFirst, isMonthFirst] = [isImpossible('mdy'), isImpossible('dmy')]
  const isForeign =
    mark === ',' || table.separator === ';' || [...table.originalHeaders, ...table.aside.flat()].some(isDayFirstWord)
  const isClear = isMonthFirst && !isDayFirst
  if (order !== 'ambiguous' || isClear) return certain('mdy')
  const unclear = cells.filter(({ text }) => findDateOrder([text]).order === 'ambiguous')
  const example = unclear[0]?.text ?? texts.find((text) => findDateOrder([text]).order === 'ambiguous') ?? ''
  if (!(isDayFirst || isForeign || contradictsItself || currency === 'CAD')) {
    const day = formatDay(readDay(parseDate(example, { ...context, order: 'mdy' })?.day ?? '') ?? 0)
    return { ...certain('mdy'), note: `Its dates were read with the month first: ${example} is ${day}.` }
  }
  const isDayLikelier = contradictsItself ? suggested === 'dmy' : isForeign && currency !== 'CAD'
  const careful = isDayFirst || isDayLikelier ? 'dmy' : 'mdy'
  const answer = answers[dateOrderQuestionId]
  return {
    value: answer === 'mdy' || answer === 'dmy' ? answer : careful,
    questions: [
      {
        id: dateOrderQuestionId,
        text: `In dates like ${example}, does the month or the day come first?`,
        examples: unclear.slice(0, shownExamples).map(({ sheetRow, text }) => ({ sheet_row: sheetRow, text })),
        options: [
          { value: 'mdy', label: `Month first: ${parseDate(example, { ...context, order: 'mdy' })?.day ?? ''}` },
          { value: 'dmy', label: `Day first: ${parseDate(example, { ...context, order: 'dmy' })?.day ?? ''}` },
        ],
        answer: careful,
      },
    ],
  }
}

/** Writes the century before the years in `26-11-03`. The day comes first unless that gives a future day. */
export function chooseYearFirst(
  table: Table,
  { today }: { readonly today: string },
  answers: ReportAnswers,
): Doubt<Table> {
  const { columnsByRole } = findColumns(table)
  const thisYear = Number(today.slice(0, 4))
  const answer = answers[yearFirstQuestionId]
  const dateColumns = (['given_on', 'paid_on'] as const).flatMap((role) => columnsByRole.get(role) ?? [])
  const found = dateColumns.map((column) => ({
    column,
    isYear: findYearFirst(
      table.rows.map(({ cells }) => cells[column] ?? ''),
      { header: table.originalHeaders[column] ?? '', thisYear },
    ),
  }))
  const dayOf = (text: string) => parseDate(text, { order: 'dmy', epoch: table.epoch, thisYear })?.day ?? ''
  const unclear = found.flatMap(({ column, isYear }) =>
    isYear === 'unclear'
      ? table.rows.map(({ sheetRow, cells }) => ({ sheetRow, text: (cells[column] ?? '').trim() }))
      : [],
  )
  const example = unclear.find(({ text }) => text !== '')?.text
  const careful = unclear.some(({ text }) => dayOf(text) > today) ? 'year' : 'day'
  const isYearFirst = (answer === 'year' || answer === 'day' ? answer : careful) === 'year'
  const yearColumns = found.filter(({ isYear }) => isYear === 'yes' || (isYear === 'unclear' && isYearFirst))
  const rows = table.rows.map((row) => ({
    ...row,
    cells: yearColumns.reduce((cells, { column }) => cells.with(column, withCentury(cells[column] ?? '')), row.cells),
  }))
  const value = yearColumns.length > 0 ? { ...table, rows } : table
  if (example === undefined) return certain(value)
  return {
    value,
    questions: [
      {
        id: yearFirstQuestionId,
        text: `In dates like ${example}, does the year or the day come first?`,
        examples: unclear.slice(0, shownExamples).map(({ sheetRow, text }) => ({ sheet_row: sheetRow, text })),
        options: [
          { value: 'year', label: `Year first: ${dayOf(withCentury(example))}` },
          { value: 'day', label: `Day first: ${dayOf(example)}` },
        ],
        answer: careful,
      },
    ],
  }
}

/** Money comes after the gift that it matches. */
function isPaidBeforeGift(table: Table, { columnsByRole }: ReportColumns, context: DateContext): boolean {
  const [given, paid] = [columnsByRole.get('given_on')?.[0], columnsByRole.get('paid_on')?.[0]]
  const dayOf = ({ cells }: Row, column: number | undefined) => parseDate(cells[column ?? -1] ?? '', context)?.day
  return table.rows.some((row) => {
    const [givenOn, paidOn] = [dayOf(row, given), dayOf(row, paid)]
    return givenOn !== undefined && paidOn !== undefined && paidOn < givenOn
  })
}
