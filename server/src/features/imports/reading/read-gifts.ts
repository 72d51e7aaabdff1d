import type { ColumnMap } from '@twofold/contract'
import { corrected } from './corrections.ts'
import { type FoundOrder, findDateOrder } from './dates.ts'
import { FileRefused } from './file-refused.ts'
import type { Attention, Gift, ReadGifts, ReadOptions, Rejection } from './gift.ts'
import { findDecimalMark, parseMoney } from './money.ts'
import { attentionReader } from './payment-state.ts'
import { attentionQuestions, isTaken } from './questions.ts'
import { createReader, type Reader, type RowProblem, readRow } from './read-row.ts'
import type { Row, Table } from './table.ts'
import { giftWarnings } from './warnings.ts'

const columnOf = (table: Table, map: ColumnMap, target: string): number =>
  table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === target)

/** Whether the column mapped to the date of the gift settles the order of day and month by itself. */
export function dateOrderOf(table: Table, map: ColumnMap): FoundOrder {
  const at = columnOf(table, map, 'donated_at')
  return findDateOrder(at < 0 ? [] : table.rows.map((row) => row.cells[at] ?? ''))
}

/**
 * Turns the rows of a table into gifts. A bad row never stops the good ones.
 * @throws FileRefused where the order of day and month has to be asked
 */
export function readGifts(given: Table, map: ColumnMap, options: ReadOptions): ReadGifts {
  const table = corrected(given, options.corrections)
  const { order } = dateOrderOf(table, map)
  if (order === 'ambiguous' && !options.dateOrder) {
    throw new FileRefused(
      'ambiguous_date_order',
      'The dates in this file can be read as month/day or as day/month. Please choose which one is meant.',
    )
  }
  const amountAt = columnOf(table, map, 'amount')
  const amounts = table.rows.map((row) => row.cells[amountAt] ?? '')
  const reader = createReader(table, map, {
    mark: findDecimalMark(amounts),
    dates: {
      order: order === 'mdy' || order === 'dmy' ? order : (options.dateOrder ?? 'mdy'),
      epoch: table.epoch,
      thisYear: Number(options.today.slice(0, 4)),
    },
    today: options.today,
    timeZone: options.timeZone ?? null,
  })
  const sorted = sortRows(table, reader, options, attentionReader(table, amountAt < 0 ? null : amountAt))
  return {
    ...sorted,
    questions: attentionQuestions([...sorted.gifts, ...sorted.setAside], options),
    warnings: giftWarnings(sorted),
    amountSumCents: amounts.reduce((sum, text) => sum + (parseMoney(text, reader.mark)?.cents ?? 0), 0),
    dateOrder: order === 'ambiguous' ? (options.dateOrder ?? 'mdy') : order,
  }
}

type Sorted = Pick<ReadGifts, 'gifts' | 'updates' | 'rejected' | 'leftOut' | 'setAside' | 'attention'>

function sortRows(
  table: Table,
  reader: Reader,
  options: ReadOptions,
  kindOf: ReturnType<typeof attentionReader>,
): Sorted {
  const sorted: Sorted = { gifts: [], updates: [], rejected: [], leftOut: [], setAside: [], attention: [] }
  const kinds = new Map<string, Attention>()
  const seen = new Map<string, Row>()
  const reject = (row: Row, { reason, problem }: RowProblem) => {
    const rejection: Rejection = { row: row.row, sheetRow: row.sheetRow, reason, problem, cells: row.cells }
    sorted.rejected.push(rejection)
  }
  for (const row of table.rows) {
    const read = readRow(row, reader)
    if ('reason' in read) {
      reject(row, read)
      continue
    }
    if ('update' in read) {
      const twin = take(seen, `update ${read.update.amplyId}`, row)
      if (twin) reject(row, duplicate('duplicate_transaction_id', `donation ${read.update.amplyId}`, twin))
      else sorted.updates.push(read.update)
      continue
    }
    const kind = kindOf(row, read.gift.amountCents)
    const gift: Gift = { ...read.gift, attention: kind }
    const leaveOut = kind !== null && !isTaken(kind, row.row, options)
    // What is left out is not stored, so a later row with the same id is no repetition of it.
    const twin = leaveOut ? undefined : take(seen, keyOf(gift), row)
    if (twin) {
      const what =
        gift.transactionId === null
          ? 'same donor, amount and day'
          : `same transaction ID ${gift.transactionId.slice(0, 60)}`
      reject(row, duplicate(gift.transactionId === null ? 'duplicate_gift' : 'duplicate_transaction_id', what, twin))
      continue
    }
    if (kind) {
      const entry = kinds.get(kind) ?? { kind, count: 0, sumCents: 0, rows: [] }
      kinds.set(kind, {
        kind,
        count: entry.count + 1,
        sumCents: entry.sumCents + gift.amountCents,
        rows: [...entry.rows, row.row],
      })
    }
    if (leaveOut) {
      sorted.leftOut.push(row.row)
      sorted.setAside.push(gift)
    } else sorted.gifts.push(gift)
  }
  sorted.attention = [...kinds.values()]
  return sorted
}

function take(seen: Map<string, Row>, key: string, row: Row): Row | undefined {
  const twin = seen.get(key)
  if (!twin) seen.set(key, row)
  return twin
}

/** The key of an upload: letter case of an id counts (Salesforce), that of an e-mail address does not. */
function keyOf(gift: Gift): string {
  const organization = gift.organizationName || gift.organizationId
  if (gift.transactionId !== null) return `id ${organization}\n${gift.transactionId}`
  const donor = gift.donorEmail.toLowerCase() || `name ${gift.donorName.toLowerCase()}`
  return `gift ${organization}\n${donor}\n${gift.amountCents}\n${gift.currency ?? ''}\n${gift.donatedOn}`
}

const duplicate = (reason: 'duplicate_transaction_id' | 'duplicate_gift', what: string, twin: Row): RowProblem => ({
  reason,
  problem: `This gift is already in the file, in row ${twin.row} (${what}). It is counted once.`,
})
