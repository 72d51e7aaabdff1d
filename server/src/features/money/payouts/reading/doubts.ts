import { payouts } from '@twofold/contract'
import { formatDay, moneyText, quoted, readDay } from '@twofold/matching'
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
import type { ReportAnswers } from './report.ts'

type Question = payouts.ReportQuestion

export const shownExamples = 5
export const leaveOutAnswer = 'leave_out'
const stopOption = { value: payouts.stopAnswer, label: 'Don’t record the report' }

export const partsQuestionId = 'parts'
export const whoseMoneyQuestionId = 'whose_money'
export const unnumberedQuestionId = 'unnumbered'
export const sectionsQuestionId = 'sections'
export const blankCompaniesQuestionId = 'blank_companies'
export const payerQuestionId = 'payer'
const paidColumnQuestionId = 'paid_column'
const feeBasisQuestionId = 'fee_basis'
const dateColumnQuestionId = 'date_column'
const dateOrderQuestionId = 'date_order'
const yearFirstQuestionId = 'year_first'
const pointsQuestionId = 'amount_points'
const currencyQuestionId = 'currency'

/** A later report with the same columns has these answers preselected. */
export const layoutQuestionIds: ReadonlySet<string> = new Set([
  partsQuestionId,
  whoseMoneyQuestionId,
  unnumberedQuestionId,
  sectionsQuestionId,
  blankCompaniesQuestionId,
  payerQuestionId,
  paidColumnQuestionId,
  feeBasisQuestionId,
  dateColumnQuestionId,
  dateOrderQuestionId,
  yearFirstQuestionId,
  pointsQuestionId,
  currencyQuestionId,
])

export type Doubt<Value> = {
  readonly value: Value
  readonly questions: readonly Question[]
  /** A notice of what was assumed without a question. */
  readonly note?: string
}
const certain = <Value>(value: Value): Doubt<Value> => ({ value, questions: [] })

const nameOf = ({ originalHeaders }: Pick<Table, 'originalHeaders'>, column: number): string =>
  quoted((originalHeaders[column] ?? '').trim().slice(0, 60) || `column ${column + 1}`)

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

/** Rows whose amount may be the match alone, the gift alone, or both. */
export type UnclearParts = {
  readonly sheetRow: number
  readonly donor: string
  readonly paidCents: number
  readonly statedCents: number | null
}

export function askAboutParts(
  unclear: readonly UnclearParts[],
  { flag, amount }: { readonly flag: string; readonly amount: string },
): Question[] {
  if (unclear.length === 0) return []
  const canSplit = unclear.some(({ paidCents, statedCents }) => statedCents !== null && paidCents > statedCents)
  const canBeGift = unclear.some(({ paidCents, statedCents }) => statedCents === null || paidCents <= statedCents)
  const these = unclear.length === 1 ? 'this row' : 'these rows'
  return [
    {
      id: partsQuestionId,
      text: `${rowsText(unclear.length)}${flag === '' ? '' : ` with ${quoted(flag)}`}: is ${quoted(amount)} the company’s match alone, or is the donor’s gift in it?`,
      examples: unclear.slice(0, shownExamples).map(({ sheetRow, donor, paidCents, statedCents }) => ({
        sheet_row: sheetRow,
        text: [
          donor,
          `${moneyText(paidCents, 'USD')} paid`,
          statedCents === null ? '' : `gift of ${moneyText(statedCents, 'USD')}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      options: [
        { value: leaveOutAnswer, label: `Leave ${these} out` },
        { value: 'match', label: 'The match alone' },
        ...(canSplit ? [{ value: 'gift_and_match', label: 'Gift and match together' }] : []),
        ...(canBeGift ? [{ value: 'gift', label: 'The gift alone' }] : []),
      ],
      answer: leaveOutAnswer,
    },
  ]
}

export type LineExample = { readonly sheetRow: number; readonly donor: string; readonly cents: number }

const exampleOf = ({ sheetRow, donor, cents }: LineExample) => ({
  sheet_row: sheetRow,
  text: [donor || 'No donor named', moneyText(cents, 'USD')].join(' · '),
})

/** No word and no column shows whether a company paid. */
export function askWhoseMoney(lines: readonly LineExample[], amount: string): Question[] {
  if (lines.length === 0) return []
  return [
    {
      id: whoseMoneyQuestionId,
      text: `${rowsText(lines.length)}: is ${quoted(amount)} money that companies paid, or the donors’ own gifts?`,
      examples: lines.slice(0, shownExamples).map(exampleOf),
      options: [
        stopOption,
        { value: 'gift', label: 'The donors’ own gifts' },
        { value: 'match', label: 'Money that companies paid' },
      ],
      answer: payouts.stopAnswer,
    },
  ]
}

/** Typed lists leave out the number of the check above, or the check has not come yet. */
export function askAboutUnnumbered(lines: readonly LineExample[]): Question[] {
  if (lines.length === 0) return []
  const [verb, them] = lines.length === 1 ? ['names', 'it'] : ['name', 'them']
  return [
    {
      id: unnumberedQuestionId,
      text: `${rowsText(lines.length)} ${verb} no payment, as the others do: did the payment above include ${them}?`,
      examples: lines.slice(0, shownExamples).map(exampleOf),
      options: [
        { value: leaveOutAnswer, label: `Leave ${lines.length === 1 ? 'this row' : 'these rows'} out` },
        { value: 'above', label: 'Yes, the payment above' },
        { value: 'paid', label: 'No, but the money came' },
      ],
      answer: leaveOutAnswer,
    },
  ]
}

/** Names alone in a row, above lines without an employer or without a donor. */
export function askAboutSections(
  sections: readonly { readonly sheetRow: number; readonly name: string }[],
  { canBeDonors }: { readonly canBeDonors: boolean },
): Question[] {
  const [first] = sections
  if (!first) return []
  const isOne = new Set(sections.map(({ name }) => name)).size === 1
  const [names, who] = isOne
    ? [
        `${quoted(first.name)} stands alone above its rows`,
        canBeDonors ? 'who is it' : 'is it the employer of the donors below',
      ]
    : [
        `${quoted(first.name)} and other names stand alone above their rows`,
        canBeDonors ? 'who are they' : 'are they the employers of the donors below',
      ]
  return [
    {
      id: sectionsQuestionId,
      text: `${names}: ${who}?`,
      examples: sections.slice(0, shownExamples).map(({ sheetRow, name }) => ({ sheet_row: sheetRow, text: name })),
      options: [
        { value: 'none', label: canBeDonors ? 'Neither employer nor donor' : 'No' },
        ...(canBeDonors
          ? [
              { value: 'company', label: isOne ? 'The employer' : 'The employers' },
              { value: 'donor', label: isOne ? 'The donor' : 'The donors' },
            ]
          : [{ value: 'company', label: isOne ? 'Yes, the employer' : 'Yes, the employers' }]),
      ],
      answer: 'none',
    },
  ]
}

/** Merged cells of a spreadsheet keep only the first one in a CSV file. */
export const askAboutBlankCompanies = (count: number, heading: string, examples: Question['examples']): Question[] => [
  {
    id: blankCompaniesQuestionId,
    text: `${rowsText(count)} ${count === 1 ? 'has' : 'have'} no ${quoted(heading)}: is it the one above?`,
    examples: examples.slice(0, shownExamples),
    options: [
      { value: 'none', label: 'No, it’s unknown' },
      { value: 'above', label: 'Yes, the one above' },
    ],
    answer: 'none',
  },
]

/** The first words of the report may be its payer or its title. */
export const payerQuestion = (name: string): Question[] => [
  {
    id: payerQuestionId,
    text: `The report begins with ${quoted(name)}: is this who paid?`,
    examples: [],
    options: [
      { value: 'none', label: 'No, it’s a title' },
      { value: 'title', label: `Yes, ${name} paid` },
    ],
    answer: 'none',
  },
]

/** These words are used for money that came. */
const paidWordPattern =
  /\b(paid|received|disbursed|distributed|remitted|deposited|(this|current) (payment|disbursement|distribution)|payment amount)\b|\b(ausgezahlt|auszahlungs|uberwiesen|zahlungs|verse|pagad[oa])/

type Amounts = {
  readonly centsOf: (row: Row, column: number) => number | null
  readonly feesOf: (row: Row) => number
}

/** Gift and match add up to another column, so the column next to the match is the gift, whatever it is called. */
export function withGiftColumn(table: Table, columns: ReportColumns, { centsOf, feesOf }: Amounts): ReportColumns {
  const { columnsByRole, unassigned } = columns
  const [match] = columnsByRole.get('match') ?? []
  const [paid] = columnsByRole.get('paid') ?? []
  if (match === undefined || columnsByRole.has('gift') || columnsByRole.has('stated_gift')) return columns
  const totals = [...(columnsByRole.get('net') ?? []), ...(paid === undefined ? [] : [paid]), ...unassigned]
  const isSum = (gift: number, total: number) =>
    table.rows.some((row) => (centsOf(row, gift) ?? 0) !== 0) &&
    [0, 1].some((share) =>
      table.rows.every((row) => {
        const sum = (centsOf(row, gift) ?? 0) + (centsOf(row, match) ?? 0)
        return centsOf(row, total) === sum - share * feesOf(row)
      }),
    )
  const gift = [...(paid === undefined ? [] : [paid]), ...unassigned].find((column) =>
    totals.some((total) => total !== column && isSum(column, total)),
  )
  if (gift === undefined) return columns
  const replaced = new Map(columnsByRole)
  if (gift === paid) replaced.delete('paid')
  replaced.set('stated_gift', [gift])
  return { ...columns, columnsByRole: replaced, unassigned: unassigned.filter((column) => column !== gift) }
}

/** The match less its fees is the payment, so the payment is the net amount. */
export function withNetPayment(table: Table, columns: ReportColumns, { centsOf, feesOf }: Amounts): ReportColumns {
  const [paid] = columns.columnsByRole.get('paid') ?? []
  const [match] = columns.columnsByRole.get('match') ?? []
  const isNet =
    paid !== undefined &&
    match !== undefined &&
    table.rows.some((row) => feesOf(row) !== 0) &&
    table.rows.every((row) => {
      const cents = centsOf(row, paid)
      return cents === null || cents === (centsOf(row, match) ?? 0) - feesOf(row)
    })
  if (!isNet) return columns
  const columnsByRole = new Map(columns.columnsByRole)
  columnsByRole.delete('paid')
  if (!columnsByRole.has('net')) columnsByRole.set('net', [paid])
  return { ...columns, columnsByRole }
}

/** Headers of money that came, and not of what was given. */
const receivedPattern =
  /^((amount )?(paid|received|disbursed|distributed|deposited|remitted|transferred|sent)( amount)?|(amount )?(this|current) (payment|disbursement|distribution)( amount)?|payment( amount)?|total paid)$/

/** A payment next to its fees, without gross and net amounts, may be either. */
export function chooseFeeBasis(
  table: Table,
  columns: ReportColumns,
  { centsOf, feesOf }: Amounts,
  { amounts, totals }: { readonly amounts: readonly number[]; readonly totals: readonly (readonly number[])[] },
  answers: ReportAnswers,
): Doubt<ReportColumns> {
  const { columnsByRole, isNetPaid, isGiftColumnPaid, unassigned } = columns
  const [paid] = columnsByRole.get('paid') ?? []
  const promised = [
    ...unassigned,
    ...(['stated_gift', 'expected_match', 'approved'] as const).flatMap((role) => columnsByRole.get(role) ?? []),
  ]
  const rows = table.rows.filter((row) => paid !== undefined && centsOf(row, paid) !== null)
  const paidOf = (row: Row) => (paid === undefined ? 0 : (centsOf(row, paid) ?? 0))
  const isUnclear =
    paid !== undefined &&
    !isNetPaid &&
    !isGiftColumnPaid &&
    !columnsByRole.has('net') &&
    receivedPattern.test(headerWords(table.originalHeaders[paid] ?? '')) &&
    rows.some((row) => feesOf(row) !== 0)
  if (!isUnclear) return certain(columns)
  const sum = (centsIn: (row: Row) => number) => rows.reduce((cents, row) => cents + centsIn(row), 0)
  const [sumPaid, sumFees] = [sum(paidOf), sum(feesOf)]
  const isEqual = (column: number, centsIn: (row: Row) => number) =>
    rows.every((row) => centsOf(row, column) === centsIn(row))
  const isGross =
    promised.some((column) => rows.some((row) => feesOf(row) !== 0 && centsOf(row, column) === paidOf(row))) ||
    unassigned.some((column) => isEqual(column, (row) => paidOf(row) - feesOf(row))) ||
    [...amounts, ...totals.flat()].includes(sumPaid - sumFees)
  if (isGross) return certain(columns)
  const isNet = unassigned.some((column) => isEqual(column, (row) => paidOf(row) + feesOf(row)))
  if (isNet) return certain({ ...columns, isNetPaid: true })
  return {
    value: answers[feeBasisQuestionId] === 'after' ? { ...columns, isNetPaid: true } : columns,
    questions: [
      {
        id: feeBasisQuestionId,
        text: `Is ${nameOf(table, paid)} the money before or after fees?`,
        examples: rows
          .filter((row) => feesOf(row) !== 0)
          .slice(0, shownExamples)
          .map((row) => ({
            sheet_row: row.sheetRow,
            text: `${moneyText(paidOf(row), 'USD')} · fee of ${moneyText(feesOf(row), 'USD')}`,
          })),
        options: [
          stopOption,
          { value: 'before', label: `Before fees: ${moneyText(sumPaid, 'USD')} was paid` },
          { value: 'after', label: `After fees: ${moneyText(sumPaid + sumFees, 'USD')} was paid` },
        ],
        answer: payouts.stopAnswer,
      },
    ],
  }
}

/** Several columns may be what the company paid, and their amounts differ. */
export function choosePaidColumn(
  table: Table,
  columns: ReportColumns,
  { centsOf, feesOf }: Amounts,
  answers: ReportAnswers,
): Doubt<ReportColumns> {
  const { columnsByRole, rivals, isGiftColumnPaid } = columns
  const [paid] = columnsByRole.get('paid') ?? []
  const [match] = columnsByRole.get('match') ?? []
  const [stated] = columnsByRole.get('stated_gift') ?? []
  const given = isGiftColumnPaid ? paid : stated
  const isSame = (one: number, other: number) =>
    table.rows.every((row) => {
      const [cents, otherCents] = [centsOf(row, one), centsOf(row, other)]
      return cents === null || otherCents === null || cents === otherCents
    })
  const differsByFees = (one: number, other: number) =>
    table.rows.every((row) => {
      const difference = Math.abs((centsOf(row, one) ?? 0) - (centsOf(row, other) ?? 0))
      return difference === Math.abs(feesOf(row))
    })
  const found = [paid, match, ...rivals].filter((column) => column !== undefined)
  const candidates = found.filter(
    (column, at) =>
      (given === undefined || column === match || !isSame(column, given)) &&
      !found.slice(0, at).some((earlier) => isSame(column, earlier) || differsByFees(column, earlier)),
  )
  if (candidates.length < 2) {
    const [only] = candidates
    return certain(only === undefined || only === paid || only === match ? columns : withPaidColumn(columns, only))
  }
  const named = candidates.filter((column) => paidWordPattern.test(headerWords(table.originalHeaders[column] ?? '')))
  const [onlyNamed] = named
  if (named.length === 1 && onlyNamed !== undefined)
    return certain(onlyNamed === paid ? columns : withPaidColumn(columns, onlyNamed))
  const names = candidates.map((column) => nameOf(table, column))
  const options = candidates.map((column) => {
    const cents = table.rows.reduce((sum, row) => sum + (centsOf(row, column) ?? 0), 0)
    return { value: `column_${column + 1}`, label: `${nameOf(table, column)}: ${moneyText(cents, 'USD')} in all` }
  })
  const chosen = candidates.find((column) => answers[paidColumnQuestionId] === `column_${column + 1}`)
  return {
    value: chosen === undefined ? columns : withPaidColumn(columns, chosen),
    questions: [
      {
        id: paidColumnQuestionId,
        text: `Which column is the money that companies paid: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}?`,
        examples: table.rows.slice(0, shownExamples).map((row) => ({
          sheet_row: row.sheetRow,
          text: candidates.map((column, at) => `${names[at]} ${(row.cells[column] ?? '').trim() || '–'}`).join(' · '),
        })),
        options: [stopOption, ...options],
        answer: payouts.stopAnswer,
      },
    ],
  }
}

/** Without a column that names gifts and matches, its money is the employers'. */
function withPaidColumn(columns: ReportColumns, column: number): ReportColumns {
  const columnsByRole = new Map(columns.columnsByRole)
  const namesKinds = (['kind', 'is_match', 'donor_type'] as const).some((role) => columnsByRole.has(role))
  const replaced = columnsByRole.get('paid')
  columnsByRole.delete('paid')
  columnsByRole.delete('match')
  if (columns.isGiftColumnPaid && replaced) columnsByRole.set('stated_gift', replaced)
  columnsByRole.set(namesKinds ? 'paid' : 'match', [column])
  return { ...columns, columnsByRole, isGiftColumnPaid: false }
}

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
  const isImpossible = (order: 'mdy' | 'dmy') =>
    texts.some((text) => (parseDate(text, { ...context, order })?.day ?? '') > latest) ||
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
