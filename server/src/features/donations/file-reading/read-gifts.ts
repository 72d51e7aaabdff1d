import type { ColumnMap } from '@twofold/contract'
import { isNoPersonName, isPaidInReturn, readGiftKind } from '@twofold/matching'
import { amountStyle, readAmount } from './amounts.ts'
import { continuedRows } from './continued-rows.ts'
import { convertedWarning } from './converted-amounts.ts'
import { corrected } from './corrections.ts'
import { type FoundOrder, findDateOrder } from './dates.ts'
import { FileRefused } from './file-refused.ts'
import type { Attention, Gift, ReadGifts, ReadOptions, Rejection, Reversal } from './gift.ts'
import { suggestAddress } from './misspelled-domains.ts'
import { isTestName, organizationGiverReader } from './other-rows.ts'
import { stateReader, worse } from './payment-state.ts'
import { attentionQuestions, isRest, isRestIncluded, isRowIncluded } from './questions.ts'
import {
  createRowReader,
  isShortened,
  nameTargets,
  outgoingCents,
  type RowProblem,
  type RowReader,
  readRow,
} from './read-row.ts'
import { sortRepeated } from './repeated-gifts.ts'
import { type ReversalReader, reversalReader } from './reversals.ts'
import type { AttentionKind, Row, Table, Warning } from './table.ts'
import { tableSections } from './table-sections.ts'
import { giftWarnings, noAddressWarning } from './warnings.ts'
import { datesWithYears } from './years.ts'

const columnOf = (table: Table, map: ColumnMap, target: string): number =>
  table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === target)

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

type LeftOutRow = { readonly kind: AttentionKind; readonly row: number; readonly cents: number }

type Sorted = Pick<
  ReadGifts,
  'gifts' | 'updates' | 'rejected' | 'leftOut' | 'unrecorded' | 'reversals' | 'attention' | 'joined' | 'questions'
> & {
  /** Left out although a gift could not be read. */
  incomplete: LeftOutRow[]
}
/** These do not matter in a row that is left out anyway. */
const correctable: ReadonlySet<RowProblem['reason']> = new Set([
  'donor_missing',
  'amount_missing',
  'amount_not_positive',
  'date_missing',
  'date_in_future',
])

/** These explain a missing amount. */
const withoutMoney: ReadonlySet<AttentionKind> = new Set([
  'payment_pending',
  'payment_failed',
  'pledge',
  'test_payment',
])

type RowReaders = {
  readonly stateOf: ReturnType<typeof stateReader>
  readonly sectionKindOf: (row: number) => Gift['attention']
  readonly reversals: ReversalReader
  readonly isOrganization: ReturnType<typeof organizationGiverReader>
}
type Sorting = ReadOptions & {
  readonly openRows: ReadonlySet<number>
  readonly startOf: ReadonlyMap<number, number>
  readonly belowDonor: ReadonlySet<number>
}

function sortRows(
  table: Table,
  reader: RowReader,
  options: Sorting,
  { stateOf, sectionKindOf, reversals, isOrganization }: RowReaders,
): Sorted {
  const sorted: Sorted = {
    gifts: [],
    updates: [],
    rejected: [],
    leftOut: [],
    unrecorded: [],
    reversals: [],
    attention: [],
    joined: [],
    questions: [],
    incomplete: [],
  }
  const reject = (row: Row, { reason, problem: found }: RowProblem) => {
    const problem = reason === 'donor_missing' && options.belowDonor.has(row.row) ? donorAboveProblem : found
    const rejection: Rejection = { row: row.row, sheetRow: row.sheetRow, reason, problem, cells: row.cells }
    sorted.rejected.push(rejection)
  }
  const leaveOut = (row: Row, kind: AttentionKind) => {
    sorted.leftOut.push(row.row)
    sorted.incomplete.push({ kind, row: row.row, cents: outgoingCents(row, reader) })
  }
  /** Next to an employer, a missing name is that of an employee. */
  const isNameless = (row: Row) =>
    [...nameTargets, 'company.name' as const].every((target) => !row.cells[reader.at.get(target) ?? -1]?.trim())
  /** A row that the file itself excludes has nothing to correct. */
  const kindWithoutGift = (row: Row, reason: RowProblem['reason']): Gift['attention'] => {
    if (!correctable.has(reason)) return null
    const kind = worse(stateOf(row, 0).kind, sectionKindOf(row.row))
    if (reason.startsWith('amount_') && kind !== null && !withoutMoney.has(kind)) return null
    return (
      kind ?? (reason === 'donor_missing' && isNameless(row) && isOrganization(row, '') ? 'organization_gift' : null)
    )
  }
  const keptGifts: Gift[] = []
  const updated = new Map<string, Row>()
  for (const row of table.rows) {
    if (options.openRows.has(row.row)) {
      sorted.leftOut.push(row.row)
      continue
    }
    const read = readRow(row, reader)
    if ('reason' in read) {
      if (read.reason === 'amount_not_positive' || read.reason === 'amount_missing') {
        const { isEvent, isState, ...named } = reversals.read(row)
        const reversed = readRow(row, reader, { isReversal: true })
        const isReversal = reversals.isNegative(row) || ((isEvent || isState) && named.isStated)
        const isUnnamed = !reader.at.has('amply_id') && !named.isStated && named.named === 0
        // A list of gifts has refunds, and that of an account has payments.
        const isMoneyOut =
          isUnnamed && outgoingCents(row, reader) > 0 && (reader.isAccountList || !('gift' in reversed))
        if (isMoneyOut) {
          leaveOut(row, 'money_out')
          if (isReversal && 'gift' in reversed)
            sorted.reversals.push({ ...named, gift: reversed.gift, isPositive: false })
          continue
        }
        if (isReversal) {
          reject(row, read)
          if ('gift' in reversed) sorted.reversals.push({ ...named, gift: reversed.gift, isPositive: false })
          continue
        }
      }
      const kind = kindWithoutGift(row, read.reason)
      if (kind === null || isRowIncluded(kind, row.row, options)) reject(row, read)
      else leaveOut(row, kind)
      continue
    }
    if ('update' in read) {
      const earlierRow = updated.get(read.update.amplyId)
      if (earlierRow) reject(row, repeatedUpdate(read.update.amplyId, earlierRow))
      else {
        updated.set(read.update.amplyId, row)
        sorted.updates.push(read.update)
      }
      continue
    }
    const { kind: state, refundedCents: refunded } = stateOf(row, read.gift.amountCents)
    // `include_attention` records every payment as it was made.
    const refundedCents = options.leaveOutAttention ? refunded : 0
    const kind = worse(state, sectionKindOf(row.row)) ?? kindOf(row, read.gift, isOrganization)
    const gift: Gift = {
      ...read.gift,
      attention: kind,
      amountCents: read.gift.amountCents - refundedCents,
      partOf: options.startOf.get(row.row) ?? null,
      refundedCents,
    }
    const isIncluded =
      kind === null || (isRest(gift) ? isRestIncluded(row.row, options) : isRowIncluded(kind, row.row, options))
    if (kind !== null && !isIncluded) {
      sorted.leftOut.push(row.row)
      sorted.unrecorded.push(gift)
      const reversal = positiveReversal(gift, row, kind, reversals)
      if (reversal) sorted.reversals.push(reversal)
    } else keptGifts.push(gift)
  }
  const { gifts, joined, rejected, questions } = sortRepeated(keptGifts, table, options)
  const allGifts = [...gifts, ...sorted.unrecorded]
  return {
    ...sorted,
    gifts,
    joined,
    questions,
    rejected: [...sorted.rejected, ...rejected].sort((one, other) => one.row - other.row),
    attention: attentionIn(allGifts, sorted.incomplete),
  }
}

const donorAboveProblem =
  'The row names no donor. Fill in a name or email address, or answer that the donor above it gave this, too.'

function kindOf(row: Row, gift: Gift, isOrganization: RowReaders['isOrganization']): Gift['attention'] {
  if (isTestName(gift.donorName)) return 'test_payment'
  if (isNoPersonName(gift.donorName, gift.donorEmail !== '')) return 'no_person'
  if (isOrganization(row, gift.donorName)) return 'organization_gift'
  return isPurchase(gift) ? 'goods' : null
}

/** The donor received the whole value of the amount in return. */
const isPurchase = ({ custom, kindWords, donorName, amountCents }: Gift): boolean =>
  isPaidInReturn(custom, { givenCents: amountCents, giftKind: readGiftKind({ ...kindWords, giver: donorName }) })

/** A gift's own row may have a refunded state; only a word for the event or another gift's id makes it a refund. */
function positiveReversal(gift: Gift, row: Row, kind: Gift['attention'], reader: ReversalReader): Reversal | null {
  if (kind !== 'payment_refunded' && kind !== 'payment_failed') return null
  const { isEvent, isState, references, named } = reader.read(row)
  if (!isEvent && !isState) return null
  const ids = references.filter((id) => id !== gift.transactionId)
  return {
    gift,
    references: isEvent ? ids : [],
    named: isEvent ? Math.min(named, ids.length) : 0,
    isSure: true,
    isStated: isEvent,
    isPositive: true,
  }
}

const isRefund = ({ isStated, named }: Reversal): boolean => isStated || named > 0

function refundWarnings(reversals: readonly Reversal[]): Warning[] {
  const refunds = reversals.filter(isRefund)
  if (refunds.length === 0) return []
  const message =
    refunds.length === 1
      ? '1 row is a refund. We take it off the gift that it names.'
      : `${refunds.length} rows are refunds. We subtract each from the gift it names.`
  return [{ code: 'refunds', message, count: refunds.length, rows: refunds.slice(0, 100).map(({ gift }) => gift.row) }]
}

function attentionIn(gifts: readonly Gift[], incomplete: readonly LeftOutRow[]): Attention[] {
  const kinds = new Map<string, Attention>()
  const rows = [
    ...gifts,
    ...incomplete.map(({ kind, row, cents }) => ({ attention: kind, amountCents: cents, refundedCents: 0, row })),
  ]
  for (const { attention: kind, amountCents, refundedCents, row } of rows.toSorted(
    (one, other) => one.row - other.row,
  )) {
    if (!kind) continue
    const entry = kinds.get(kind) ?? { kind, count: 0, sumCents: 0, rows: [] }
    kinds.set(kind, {
      kind,
      count: entry.count + 1,
      sumCents: entry.sumCents + amountCents + refundedCents,
      rows: [...entry.rows, row],
    })
  }
  return [...kinds.values()]
}

const repeatedUpdate = (id: string, earlierRow: Row): RowProblem => ({
  reason: 'duplicate_transaction_id',
  problem: `Donation ${id} is already in the file, in row ${earlierRow.sheetRow}. It is counted once.`,
})

/** A spreadsheet shortens long ids, so several gifts would share one. */
function idWarnings(table: Table, map: ColumnMap): Warning[] {
  const at = columnOf(table, map, 'transaction_id')
  const damaged = at < 0 ? [] : table.rows.filter(({ cells }) => isShortened(cells[at]?.trim() ?? ''))
  if (damaged.length === 0) return []
  return [
    {
      code: 'ids_damaged',
      message: `A spreadsheet shortened ${damaged.length === 1 ? '1 transaction ID' : `${damaged.length} transaction IDs`} (like ${damaged[0]?.cells[at]?.trim()}), so we ignore ${damaged.length === 1 ? 'it' : 'them'}. Export the file again as .csv without opening it to keep the IDs.`,
      count: damaged.length,
      rows: damaged.slice(0, 100).map(({ row }) => row),
    },
  ]
}

function placeholderWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.filter(({ placeholderEmail }) => placeholderEmail !== '')
  if (found.length === 0) return []
  const addresses = new Set(found.map(({ placeholderEmail }) => placeholderEmail.toLowerCase()))
  return [
    noAddressWarning('placeholder_address', {
      addresses: [...addresses],
      rows: found.map(({ row }) => row),
      description: 'a placeholder instead of an email address',
    }),
  ]
}

function sponsorshipWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.filter(({ kindWords }) => /\bsponsor/i.test(kindWords.kind))
  if (found.length === 0) return []
  const message =
    found.length === 1
      ? '1 row is a sponsorship. If the sponsor gets something in return, only the rest can be matched.'
      : `${found.length} rows are sponsorships. If the sponsors get something in return, only the rest can be matched.`
  return [{ code: 'sponsorships', message, count: found.length, rows: found.slice(0, 100).map(({ row }) => row) }]
}

function emailWarnings(gifts: readonly Gift[]): Warning[] {
  const found = gifts.flatMap(({ row, donorEmail }) => {
    const likely = suggestAddress(donorEmail)
    return likely ? [{ row, donorEmail, likely }] : []
  })
  const [first] = found
  if (!first) return []
  return [
    {
      code: 'email_misspelt',
      message: `${first.donorEmail} may be ${first.likely}.${found.length > 1 ? ` ${found.length - 1} more may be misspelled, too.` : ''}`,
      count: found.length,
      rows: found.slice(0, 100).map(({ row }) => row),
    },
  ]
}
