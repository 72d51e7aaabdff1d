import type { ColumnMap } from '@twofold/contract'
import { amountStyle, readAmount } from './amounts.ts'
import { continuedRows } from './continued-rows.ts'
import { convertedWarning } from './converted-amounts.ts'
import { corrected } from './corrections.ts'
import { type FoundOrder, findDateOrder } from './dates.ts'
import { FileRefused } from './file-refused.ts'
import type { ReadGifts, ReadOptions } from './gift.ts'
import {
  columnOf,
  emailWarnings,
  idWarnings,
  isRefund,
  placeholderWarnings,
  refundWarnings,
  sponsorshipWarnings,
} from './gift-warnings.ts'
import { organizationGiverReader } from './other-rows.ts'
import { stateReader } from './payment-state.ts'
import { attentionQuestions, isRest } from './questions.ts'
import { createRowReader } from './read-row.ts'
import { reversalReader } from './reversals.ts'
import { attentionIn, sortRows } from './sort-rows.ts'
import type { Table } from './table.ts'
import { tableSections } from './table-sections.ts'
import { giftWarnings } from './warnings.ts'
import { datesWithYears } from './years.ts'

/** @param table its dates have years, where they are known */
export function dateOrderOf(table: Table, map: ColumnMap): FoundOrder {
  const at = columnOf(table, map, 'donated_at')
  return findDateOrder(at < 0 ? [] : table.rows.map((row) => row.cells[at] ?? ''))
}

/** A bad row does not affect the others. @throws FileRefused if the date order is ambiguous and none is given */
export function readGifts(sourceTable: Table, sourceMap: ColumnMap, options: ReadOptions): ReadGifts {
  const { table: correctedTable, map } = withGiftDate(corrected(sourceTable, options.corrections), sourceMap, options)
  const sections = tableSections(correctedTable, map, {
    epoch: sourceTable.epoch,
    thisYear: Number(options.today.slice(0, 4)),
  })
  const dated = datesWithYears(sections.table, map, options)
  const { table, startOf, questions, leftOut, belowDonor } = continuedRows(dated.table, map, {
    ...options,
    leftOut: sections.leftOut,
  })
  const { order } = dateOrderOf(table, map)
  if (order === 'ambiguous' && !options.dateOrder) {
    throw new FileRefused('ambiguous_date_order', 'The dates in this file could be month/day or day/month. Choose one.')
  }
  const amountAt = columnOf(table, map, 'amount')
  const style = amountStyle(table, map, options)
  const reader = createRowReader(table, map, {
    amounts: style,
    dates: {
      order: order === 'mdy' || order === 'dmy' ? order : (options.dateOrder ?? 'mdy'),
      epoch: table.epoch,
      thisYear: Number(options.today.slice(0, 4)),
    },
    today: options.today,
    timeZone: options.timeZone ?? null,
  })
  const sortedRows = sortRows(
    table,
    reader,
    {
      ...options,
      openRows: new Set([...style.openRows, ...dated.openRows, ...sections.leftOut, ...leftOut]),
      startOf,
      belowDonor,
    },
    {
      stateOf: stateReader(table, amountAt < 0 ? null : amountAt),
      sectionKindOf: sections.kindOf,
      reversals: reversalReader(table, map, style),
      isOrganization: organizationGiverReader(table, map),
    },
  )
  const refundRows = new Set(sortedRows.reversals.filter(isRefund).map(({ gift }) => gift.row))
  const remaining = [...sortedRows.gifts, ...sortedRows.unrecorded].filter((gift) => !isRest(gift))
  const toWarn = {
    ...sortedRows,
    attention: attentionIn(remaining, sortedRows.incomplete),
    rejected: sortedRows.rejected.filter(({ row }) => !refundRows.has(row)),
  }
  return {
    ...sortedRows,
    questions: [
      ...dated.questions,
      ...questions,
      ...style.questions,
      ...attentionQuestions([...sortedRows.gifts, ...sortedRows.unrecorded], options),
      ...sortedRows.questions,
    ],
    warnings: [
      ...sections.warnings,
      ...style.warnings,
      ...convertedWarning(sortedRows.gifts.filter(({ isConverted }) => isConverted).map(({ row }) => row)),
      ...idWarnings(table, map),
      ...giftWarnings(toWarn),
      ...refundWarnings(sortedRows.reversals),
      ...sponsorshipWarnings(sortedRows.gifts),
      ...emailWarnings(sortedRows.gifts),
      ...placeholderWarnings(sortedRows.gifts),
    ],
    amountSumCents: table.rows
      .filter(({ row }) => !sections.leftOut.has(row))
      .reduce((sum, { cells }) => sum + (readAmount(cells, amountAt, style)?.cents ?? 0), 0),
    dateOrder: order === 'ambiguous' ? (options.dateOrder ?? 'mdy') : order,
  }
}

/** Not a key of `keyOfHeader`, so no column of a file has it. */
const giftDateHeader = 'gift date'

/** Adds the given date to a file without a date column. */
function withGiftDate(table: Table, map: ColumnMap, { giftDate }: ReadOptions) {
  if (giftDate === undefined || columnOf(table, map, 'donated_at') >= 0) return { table, map }
  return {
    table: {
      ...table,
      headers: [...table.headers, giftDateHeader],
      originalHeaders: [...table.originalHeaders, giftDateHeader],
      rows: table.rows.map((row) => ({
        ...row,
        cells: [...table.headers.map((_, at) => row.cells[at] ?? ''), giftDate],
      })),
    },
    map: { ...map, [giftDateHeader]: 'donated_at' as const },
  }
}
