import { isNoPersonName, isPaidInReturn, readGiftKind } from '@twofold/matching'
import type { Attention, Gift, ReadGifts, ReadOptions, Rejection, Reversal } from './gift.ts'
import { isTestName, type organizationGiverReader } from './other-rows.ts'
import { type stateReader, worse } from './payment-state.ts'
import { isRest, isRestIncluded, isRowIncluded } from './questions.ts'
import { outgoingCents, type RowProblem, type RowReader, readRow } from './read-row.ts'
import { sortRepeated } from './repeated-gifts.ts'
import type { ReversalReader } from './reversals.ts'
import { nameTargets } from './row-donor.ts'
import type { AttentionKind, Row, Table } from './table.ts'

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

export function sortRows(
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

export function attentionIn(gifts: readonly Gift[], incomplete: readonly LeftOutRow[]): Attention[] {
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
