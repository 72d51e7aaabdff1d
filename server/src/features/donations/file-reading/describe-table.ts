import type { ColumnMap } from '@twofold/contract'
import { quoted, readGiftKind } from '@twofold/matching'
import { missingDateText, periodColumns } from './date-parts.ts'
import type { DateOrder } from './gift.ts'
import { paymentColumns, stateKey } from './payment-state.ts'
import { dateOrderOf, readGifts } from './read-gifts.ts'
import type { Table, Warning } from './table.ts'
import { datesWithYears } from './years.ts'

export type Description = {
  /** About the columns. */
  columnWarnings: Warning[]
  /** About the rows, if none is left out. */
  rowWarnings: Warning[]
  /** `ambiguous` requires an answer. `suggested` is the likely order. */
  dateOrder: DateOrder | 'unneeded' | 'ambiguous'
  suggestedDateOrder: DateOrder | null
  sample: Record<string, string>[]
  rows: number
  accepted: number
  rejected: number
  acceptedSumCents: number
}

export type DescribeOptions = { today: string }

const sampleRows = 10
const sampleCell = 500

export function describeTable(table: Table, map: ColumnMap, options: DescribeOptions): Description {
  const { order, suggested } = dateOrderOf(datesWithYears(table, map, options).table, map)
  const read = readGifts(table, map, {
    ...options,
    ...(suggested && { dateOrder: suggested }),
    leaveOutAttention: false,
  })
  const mapped = new Set<string>(Object.values(map))
  const isMapped = mapped.has('amount') && mapped.has('donated_at') && hasDonor(mapped)
  return {
    columnWarnings: [
      ...missingColumns(table, mapped),
      ...orderWarning(order),
      ...stateWarning(table, map),
      ...table.warnings,
    ],
    // Without amount, date, or donor, one warning about the missing column is enough.
    rowWarnings: isMapped ? read.warnings : [],
    dateOrder: order,
    suggestedDateOrder: suggested,
    sample: table.rows
      .slice(0, sampleRows)
      .map((row) =>
        Object.fromEntries(table.headers.map((header, at) => [header, (row.cells[at] ?? '').slice(0, sampleCell)])),
      ),
    rows: table.rows.length,
    accepted: read.gifts.length + read.updates.length,
    rejected: read.rejected.length,
    acceptedSumCents: read.gifts.reduce((sum, gift) => sum + gift.amountCents, 0),
  }
}

const hasDonor = (mapped: ReadonlySet<string>): boolean =>
  ['donor.name', 'donor.email', 'donor.first_name', 'donor.last_name'].some((target) => mapped.has(target))

function missingColumns(table: Table, mapped: ReadonlySet<string>): Warning[] {
  const warnings: Warning[] = []
  const isUpdate = mapped.has('amply_id')
  const has = (...targets: string[]) => targets.some((target) => mapped.has(target))
  const isOfPeriods = !has('donated_at') && periodColumns(table).length >= 2
  if (!has('amount') && !isUpdate && !isOfPeriods)
    warnings.push({
      code: 'no_amount',
      message: 'We can’t tell which column has the gift amount. Choose it.',
    })
  if (!has('donated_at') && !isUpdate)
    warnings.push({
      code: 'no_date',
      message:
        missingDateText(table) ??
        'We can’t tell which column has the gift date. Choose it, or enter one date for all gifts.',
    })
  if (!hasDonor(mapped) && !isUpdate) {
    warnings.push({
      code: 'no_donor',
      message: 'We can’t find a column with donors. Choose one below, or add each donor’s name or email to the file.',
    })
  }
  if (!has('company.name', 'company.id')) {
    warnings.push({
      code: 'no_company',
      message: 'No column has employers. We’ll check earlier gifts and work email addresses.',
    })
  }
  return warnings
}

const orderWarning = (order: Description['dateOrder']): Warning[] =>
  order === 'ambiguous'
    ? [
        {
          code: 'ambiguous_date_order',
          message: 'The dates could be month/day or day/month. Choose one.',
        },
      ]
    : []

/** Other rules read these. */
const isKnownElsewhere = (text: string): boolean =>
  /^(deceased|inactive|test( mode)?|sandbox)$/i.test(text) || readGiftKind({ kind: text }) !== 'money'

function stateWarning(table: Table, map: ColumnMap): Warning[] {
  const states = paymentColumns(table)
  const unknown = states.flatMap(({ at, kinds }) => {
    const column = table.headers[at]
    const texts = new Set(table.rows.map((row) => row.cells[at]?.trim() ?? '').filter(Boolean))
    const unknownTexts = [...texts].filter((text) => !kinds.has(stateKey(text)) && !isKnownElsewhere(text))
    return column !== undefined && unknownTexts.length > 0 && map[column] !== 'status'
      ? [{ column, strange: unknownTexts }]
      : []
  })
  return unknown.map(({ column, strange }) => ({
    code: 'payment_state_unknown',
    message: `We don’t know what ${strange
      .slice(0, 3)
      .map((text) => `${quoted(text.slice(0, 40))}`)
      .join(', ')} means in the column ${quoted(column)}. We treat those rows as paid.`,
    column,
    count: strange.length,
  }))
}
