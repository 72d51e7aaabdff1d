import { type ColumnMap, imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { isDayOfCalendar } from './calendar.ts'
import { type DateContext, parseDate } from './dates.ts'
import type { Question, ReadOptions } from './gift.ts'
import { headerWords } from './headers.ts'
import { rowExamples } from './questions.ts'
import type { Row, Table } from './table.ts'

/** Asks whether the year or the day comes first in dates like 25-11-26. */
const yearFirstQuestionId = 'year_first'
const yearFirst = 'year_first'
const dayFirst = 'day_first'

/** Years of gifts that people still upload. */
const recentYears = 3
const plausibleYears = 10

const shortDate = /^'?(\d{2})([-/. ])(\d{1,2})\2(\d{1,2})(?![\d/.-])/
const partsOf = (text: string) => {
  const [, first = '', sign = '', second = '', third = ''] = shortDate.exec(text.trim()) ?? []
  return first === '' ? null : { first: Number(first), sign, second: Number(second), third }
}

/** `26-11-03` → `2026-11-03` */
export const withCentury = (text: string): string => (partsOf(text) ? text.trim().replace(/^'?/, '20') : text)

type Context = { readonly header: string; readonly thisYear: number }

/** Returns whether the year comes first in the two-digit dates of a column. */
export function findYearFirst(texts: Iterable<string>, { header, thisYear }: Context): 'yes' | 'no' | 'unclear' {
  const dates = [...texts].flatMap((text) => partsOf(text) ?? [])
  const words = headerWords(header.replace(/[()[\]]/g, ' '))
  if (dates.length === 0 || /\b(dd?|mm?) (mm?|dd?) yy/.test(words)) return 'no'
  const isNamed = /\byy mm? dd?\b|\byymmdd\b/.test(words)
  const isOfYears = (year: number, years: number) => year <= thisYear && year > thisYear - years
  const isPossible = dates.every(
    ({ first, second, third }) =>
      isDayOfCalendar(2000 + first, second, Number(third)) && (isNamed || isOfYears(2000 + first, recentYears)),
  )
  if (!isPossible) return 'no'
  const isDayFirst = dates.every(
    ({ first, second, third }) =>
      third.length === 2 &&
      isOfYears(2000 + Number(third), plausibleYears) &&
      isDayOfCalendar(2000 + Number(third), second, first),
  )
  if (isNamed || !isDayFirst) return 'yes'
  const isSameDay = dates.every(({ first, third }) => first === Number(third))
  // "25.11.26" is a European date.
  return isSameDay || dates.every(({ sign }) => sign === '.') ? 'no' : 'unclear'
}

type Found = {
  readonly table: Table
  readonly openRows: ReadonlySet<number>
  readonly questions: readonly Question[]
}

/** Writes the century before years that come first. If that is unclear, the user decides. */
export function datesWithCentury(
  table: Table,
  map: ColumnMap,
  { answers, today }: Pick<ReadOptions, 'answers'> & { readonly today: string },
): Found {
  const at = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'donated_at')
  const thisYear = Number(today.slice(0, 4))
  const cellOf = ({ cells }: Row) => cells[at] ?? ''
  const found =
    at < 0 ? 'no' : findYearFirst(table.rows.map(cellOf), { header: table.originalHeaders[at] ?? '', thisYear })
  if (found === 'no') return { table, openRows: new Set(), questions: [] }
  const answer = answers?.[yearFirstQuestionId] ?? imports.leaveOutAnswer
  const concerned = table.rows.filter((row) => partsOf(cellOf(row)) !== null)
  const isYear = found === 'yes' || answer === yearFirst
  const rows = table.rows.map((row) => ({ ...row, cells: row.cells.with(at, withCentury(cellOf(row))) }))
  return {
    table: isYear ? { ...table, rows } : table,
    openRows: new Set(isYear || answer === dayFirst ? [] : concerned.map(({ row }) => row)),
    questions: found === 'unclear' ? [question(concerned, { cellOf, answer, epoch: table.epoch, thisYear })] : [],
  }
}

function question(
  rows: readonly Row[],
  {
    cellOf,
    answer,
    ...context
  }: { readonly cellOf: (row: Row) => string; readonly answer: string } & Pick<DateContext, 'epoch' | 'thisYear'>,
): Question {
  const text = rows.map(cellOf).find((cell) => cell !== '') ?? ''
  const dayOf = (written: string) => parseDate(written, { ...context, order: 'dmy' })?.day ?? ''
  return {
    id: yearFirstQuestionId,
    message: `In ${rows.length === 1 ? '1 date' : `${rows.length} dates`} (like ${quoted(text.trim().slice(0, 40))}), the year or the day could come first. Which one does?`,
    options: [
      { value: imports.leaveOutAnswer, label: 'Leave these rows out' },
      { value: yearFirst, label: `The year: ${dayOf(withCentury(text))}` },
      { value: dayFirst, label: `The day: ${dayOf(text)}` },
    ],
    answer,
    count: rows.length,
    sumCents: null,
    examples: rowExamples(rows),
    by_row: false,
  }
}
