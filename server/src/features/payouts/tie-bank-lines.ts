import { type bankLines, toUnits } from '@twofold/contract'
import { type BankTie, tieBankLine } from '@twofold/matching'
import type { Db, Tenant } from '../../platform/database/database.ts'
import {
  type AwaitedPayout,
  type BankRow,
  listAwaitedPayouts,
  listOpenBankLines,
  type OpenBankLine,
  tieBankRow,
} from './bank.queries.ts'

/** Has lines of the bank that wait find their payouts where that is certain; answers the ids of the lines that did. */
export async function tieBankLines(db: Db, tenant: Tenant): Promise<number[]> {
  const lines = await listOpenBankLines(db, tenant)
  if (lines.length === 0) return []
  let awaited = await listAwaitedPayouts(db, tenant)
  const tied: number[] = []
  for (const line of lines) {
    const tie = tieOf(line, awaited)
    if (tie.tie !== 'clear') continue
    await tieBankRow(db, tenant, line.id, tie.payoutId, tie.by)
    awaited = awaited.filter(({ id }) => id !== tie.payoutId)
    tied.push(line.id)
  }
  return tied
}

const tieOf = (line: Omit<OpenBankLine, 'id'>, awaited: readonly AwaitedPayout[]): BankTie =>
  tieBankLine(
    line,
    awaited
      .filter(({ currency }) => currency === line.currency)
      .map((payout) => ({
        id: payout.id,
        reference: payout.reference,
        payerTexts: [payout.payer, ...payout.payer_names],
        grossCents: payout.gross_cents,
        feeCents: payout.fee_cents,
        day: payout.day,
      })),
  )

/** A line as people see it, with the payouts that it may be while it waits. */
export function presentBankLine(row: BankRow, awaited: readonly AwaitedPayout[]): bankLines.BankLine {
  const { id, day, text, currency, cents, payout_id: payoutId } = row
  return {
    id,
    day,
    text,
    currency,
    amount: toUnits(cents),
    tied_by: row.tied_by,
    payout:
      payoutId === null
        ? null
        : { id: payoutId, payer: row.payer ?? '', reference: row.reference ?? '', paid_on: row.paid_on },
    candidates: payoutId === null ? candidatesOf(tieOf(row, awaited), awaited) : [],
  }
}

/** What is certain but was taken off by a person is offered again. */
function candidatesOf(tie: BankTie, awaited: readonly AwaitedPayout[]): bankLines.BankLine['candidates'] {
  if (tie.tie === 'none') return []
  const found =
    tie.tie === 'doubtful'
      ? tie.candidates
      : [{ payoutId: tie.payoutId, why: tie.by === 'number' ? 'Number and amount' : 'Payer, amount and about the day' }]
  return found.flatMap(({ payoutId, why }) => {
    const payout = awaited.find(({ id }) => id === payoutId)
    if (!payout) return []
    const { payer, reference, paid_on, gross_cents, fee_cents } = payout
    return [{ payout_id: payoutId, why, payer, reference, paid_on, net: toUnits(gross_cents - fee_cents) }]
  })
}
