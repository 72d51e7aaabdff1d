import { type bankLines, toUnits } from '@twofold/contract'
import { type BankTie, tieBankLine } from '@twofold/matching'
import type { Db, Tenant } from '../../platform/database/database.ts'
import {
  type AwaitedPayout,
  type BankRow,
  type BankTieRow,
  listAwaitedPayouts,
  listBankRowsAround,
  listBankTies,
} from './bank.queries.ts'
import { bankedOf, openPart } from './tie-bank-lines.ts'

/** Lines as people see them: with their payouts, and with those that the rest of them may be. */
export async function presentBankLines(
  db: Db,
  tenant: Tenant,
  rows: readonly BankRow[],
): Promise<bankLines.BankLine[]> {
  const ties = Map.groupBy(
    await listBankTies(
      db,
      tenant,
      rows.map(({ id }) => id),
    ),
    ({ bank_line_id }) => bank_line_id,
  )
  const days = rows.filter(isOpen).map(({ day }) => day)
  const [last = '', first = last] = [days[0], days.at(-1)]
  const awaited = days.length > 0 ? await listAwaitedPayouts(db, tenant) : []
  const beside = days.length > 0 ? await listBankRowsAround(db, tenant, { first, last }) : []
  const banked = { USD: bankedOf(awaited, 'USD'), CAD: bankedOf(awaited, 'CAD') }
  const candidates = (row: BankRow) => {
    const others = beside.filter(({ id }) => id !== row.id).map(openPart)
    return candidatesOf(tieBankLine(openPart(row), banked[row.currency], others), awaited)
  }
  return rows.map((row) => presentBankLine(row, ties.get(row.id) ?? [], isOpen(row) ? candidates(row) : []))
}

const isOpen = ({ cents, tied_cents }: BankRow): boolean => cents > tied_cents

const presentBankLine = (
  { id, day, text, currency, cents, tied_cents }: BankRow,
  ties: readonly BankTieRow[],
  candidates: bankLines.BankLine['candidates'],
): bankLines.BankLine => ({
  id,
  day,
  text,
  currency,
  amount: toUnits(cents),
  left: toUnits(cents - tied_cents),
  payouts: ties.map(({ payout_id, cents: share, tied_by, payer, reference, paid_on }) => ({
    payout_id,
    amount: toUnits(share),
    tied_by,
    payer,
    reference,
    paid_on,
  })),
  candidates,
})

/** What is certain but was taken off by a person is offered again. */
function candidatesOf(tie: BankTie, awaited: readonly AwaitedPayout[]): bankLines.BankLine['candidates'] {
  if (tie.tie === 'none') return []
  const found =
    tie.tie === 'doubtful'
      ? tie.candidates
      : [
          {
            payoutIds: tie.payoutIds,
            why: tie.by === 'number' ? 'Number and amount' : 'Payer, amount and about the day',
          },
        ]
  return found.map(({ payoutIds, why }) => ({
    why,
    payouts: payoutIds.flatMap((payoutId) => {
      const payout = awaited.find(({ id }) => id === payoutId)
      if (!payout) return []
      const { payer, reference, paid_on, gross_cents, fee_cents, arrived_cents } = payout
      const awaits = toUnits(gross_cents - fee_cents - arrived_cents)
      return [{ payout_id: payoutId, payer, reference, paid_on, awaits }]
    }),
  }))
}
