import { payouts } from '@twofold/contract'
import { headerWords, type Table } from '../../../donations/file-reading/index.ts'
import {
  certain,
  currencyQuestionId,
  type Doubt,
  pointsQuestionId,
  type Question,
  shownExamples,
  stopOption,
} from './questions.ts'
import type { ReportAnswers } from './report.ts'

const beforeThree = { '.': /^\D*(?!0\.)\d{1,3}\.\d{3}\D*$/, ',': /^\D*(?!0,)\d{1,3},\d{3}\D*$/ } as const

/** "1.500" is 1,500 in European files, and otherwise unclear. */
export function chooseDecimalMark(
  table: Table,
  columns: readonly number[],
  { found, isEuropean }: { readonly found: '.' | ','; readonly isEuropean: boolean },
  answers: ReportAnswers,
): Doubt<'.' | ','> {
  const unclear = table.rows.flatMap(({ sheetRow, cells }) =>
    columns.flatMap((column) => {
      const text = (cells[column] ?? '').trim()
      return beforeThree[found].test(text) ? [{ sheetRow, text }] : []
    }),
  )
  const [first] = unclear
  if (!first) return certain(found)
  const other = found === '.' ? ',' : '.'
  if (found === '.' && isEuropean) return certain(other)
  const digits = first.text.replaceAll(/[^\d.,]/g, '')
  const [whole, fraction] = [digits.replace('.', ','), Number(digits.replace(',', '.')).toFixed(2)]
  return {
    value: answers[pointsQuestionId] === 'thousands' ? other : found,
    questions: [
      {
        id: pointsQuestionId,
        text: `Does ${first.text} mean ${whole} or ${fraction}?`,
        examples: unclear.slice(0, shownExamples).map(({ sheetRow, text }) => ({ sheet_row: sheetRow, text })),
        options: [stopOption, { value: 'thousands', label: whole }, { value: 'decimals', label: fraction }],
        answer: payouts.stopAnswer,
      },
    ],
  }
}

const isGermanHeader = (header: string): boolean =>
  /^(spende|spender|betrag|auszahlung|zuschuss|arbeitgeber|datum|gebuhr|zahlung|uberweisung|vorname|nachname|mitarbeiter)/.test(
    headerWords(header),
  )

/** Other languages are also written in the United States and in Canada. */
export const isGerman = ({ originalHeaders }: Pick<Table, 'originalHeaders'>): boolean =>
  originalHeaders.filter(isGermanHeader).length >= 2

export function askAboutCurrency(
  table: Table,
  { currency, isStated }: { readonly currency: 'USD' | 'CAD'; readonly isStated: boolean },
): Question[] {
  if (isStated || !isGerman(table)) return []
  const name = currency === 'CAD' ? 'Canadian dollars' : 'US dollars'
  return [
    {
      id: currencyQuestionId,
      text: `This report is in German and names no currency: are its amounts ${name}?`,
      examples: [],
      options: [stopOption, { value: 'record', label: `Yes, ${name}` }],
      answer: payouts.stopAnswer,
    },
  ]
}

const centsHeader = /\b(cents|pennies|minor units?)\b/

/** Whole numbers in columns that are named for cents become dollars. */
export function withDollars(table: Table): Table {
  const isInCents = table.originalHeaders.map(
    (header, at) =>
      (header.includes('¢') || centsHeader.test(headerWords(header))) &&
      table.rows.every(({ cells }) => /^-?\d*$/.test(cells[at]?.trim() ?? '')),
  )
  if (!isInCents.includes(true)) return table
  const toDollars = (cell: string, at: number) =>
    isInCents[at] && cell.trim() !== '' ? (Number(cell) / 100).toFixed(2) : cell
  return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(toDollars) })) }
}
