import { type ColumnMap, imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { isDayWithoutYear, withYear } from './dates.ts'
import type { Question, ReadOptions } from './gift.ts'
import { headerWords } from './headers.ts'
import { rowExamples } from './questions.ts'
import type { Row, Table } from './table.ts'
import { datesWithCentury } from './year-first.ts'

/** Asks in which year the gifts were made whose dates have none. */
export const yearQuestionId = 'dates_without_year'

type DatedTable = {
  /** Dates have their year, if it is known. */
  readonly table: Table
  /** Rows that wait for the year. */
  readonly openRows: ReadonlySet<number>
  readonly questions: readonly Question[]
}

/** The year is in a column, in the header or title of the table, or in the name of the sheet. Otherwise the user chooses it. */
export function datesWithYears(
  sourceTable: Table,
  map: ColumnMap,
  options: Pick<ReadOptions, 'answers'> & { readonly today: string },
): DatedTable {
  const { answers, today } = options
  const { table, ...centuries } = datesWithCentury(sourceTable, map, options)
  const at = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'donated_at')
  const concerned = at < 0 ? [] : table.rows.filter(({ cells }) => isDayWithoutYear(cells[at] ?? ''))
  if (concerned.length === 0) return { table, ...centuries }
  const inFile = yearOfFile(table, at)
  const yearIn = yearColumn(table)
  const open = concerned.filter((row) => (yearIn(row) ?? inFile) === null)
  const answer = answers?.[yearQuestionId] ?? imports.leaveOutAnswer
  const answered = isYear(answer) ? answer : null
  const yearOf = (row: Row) => yearIn(row) ?? inFile ?? answered
  const rows = table.rows.map((row) => {
    const year = isDayWithoutYear(row.cells[at] ?? '') ? yearOf(row) : null
    return year === null ? row : { ...row, cells: row.cells.with(at, withYear(row.cells[at] ?? '', year)) }
  })
  return {
    table: { ...table, rows },
    openRows: new Set([...centuries.openRows, ...(answered === null ? open.map(({ row }) => row) : [])]),
    questions: [
      ...centuries.questions,
      ...(open.length > 0 ? [yearQuestion(open, { at, answer, thisYear: Number(today.slice(0, 4)) })] : []),
    ],
  }
}

const isYear = (text: string): boolean => /^(19|20)\d{2}$/.test(text)

const yearHeader = /^((gift|donation|calendar|payment|transaction) )?year$|^(annee|ano|jahr)$/

function yearColumn(table: Table): (row: Row) => string | null {
  const at = table.originalHeaders.findIndex((header) => yearHeader.test(headerWords(header)))
  return ({ cells }) => {
    const text = cells[at]?.trim() ?? ''
    return isYear(text) ? text : null
  }
}

const reportLine = /\b(printed|exported|generated|as of|run (on|date|by)|fiscal|fy)\b|\bfy ?\d/i

/** Null if the texts name no year or several, as a school year does. */
function yearOfFile(table: Table, at: number): string | null {
  const titles = table.aside.slice(0, table.linesAbove).flat()
  const texts = [table.originalHeaders[at] ?? '', ...titles, table.sheet ?? ''].filter((text) => !reportLine.test(text))
  const years = new Set(texts.flatMap((text) => text.slice(0, 300).match(/(?<![\d/.-])(19|20)\d{2}(?![\d/.])/g) ?? []))
  const isRange = texts.some((text) => /(19|20)\d{2}\s?[-–/]\s?(\d{2}|(19|20)\d{2})(?!\d)/.test(text))
  const [year] = years
  return years.size === 1 && year !== undefined && !isRange ? year : null
}

function yearQuestion(
  rows: readonly Row[],
  { at, answer, thisYear }: { readonly at: number; readonly answer: string; readonly thisYear: number },
): Question {
  const example = quoted((rows[0]?.cells[at] ?? '').trim().slice(0, 40))
  const dates =
    rows.length === 1 ? `1 date has no year (${example})` : `${rows.length} dates have no year (like ${example})`
  return {
    id: yearQuestionId,
    message: `${dates}. When ${rows.length === 1 ? 'was this gift' : 'were these gifts'} made?`,
    options: [
      { value: imports.leaveOutAnswer, label: 'Leave these rows out' },
      { value: String(thisYear), label: `In ${thisYear}` },
      { value: String(thisYear - 1), label: `In ${thisYear - 1}` },
    ],
    answer,
    count: rows.length,
    sumCents: null,
    examples: rowExamples(rows),
    by_row: false,
  }
}
