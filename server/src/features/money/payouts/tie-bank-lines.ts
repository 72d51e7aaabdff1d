import { type BankedPayout, bankedPayout, clearTie, shareOut } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import {
  type AwaitedPayout,
  type BankRow,
  type BankTieRow,
  insertBankTies,
  listAwaitedPayouts,
  listOpenBankRows,
  type NewBankTie,
} from './bank.queries.ts'

/** Ties open bank lines to payouts where the match is certain. Returns the IDs of the tied lines. */
export async function tieBankLines(db: Db, tenant: Tenant): Promise<number[]> {
  const lines = await listOpenBankRows(db, tenant)
  if (lines.length === 0) return []
  const awaited = await listAwaitedPayouts(db, tenant)
  const banked = { USD: bankedOf(awaited, 'USD'), CAD: bankedOf(awaited, 'CAD') }
  const ties: NewBankTie[] = []
  for (const line of lines) {
    const tie = clearTie(openPart(line), banked[line.currency])
    if (!tie) continue
    const found = banked[line.currency].filter(({ id }) => tie.payoutIds.includes(id))
    ties.push(...sharesOf(line, found, tie.by))
    banked[line.currency] = banked[line.currency].filter(({ id }) => !tie.payoutIds.includes(id))
  }
  await insertBankTies(db, tenant, ties)
  return [...new Set(ties.map(({ bank_line_id }) => bank_line_id))]
}

/** Returns the part of a line that no payout covers. */
export const openPart = ({ text, currency, day, cents, tied_cents }: BankRow) => ({
  text,
  currency,
  day,
  cents: cents - tied_cents,
})

/** Splits the open part of a line among payouts. */
export function sharesOf(
  line: BankRow,
  payouts: readonly Pick<BankedPayout, 'id' | 'grossCents' | 'feeCents'>[],
  by: BankTieRow['tied_by'],
): NewBankTie[] {
  const shares = shareOut(line.cents - line.tied_cents, payouts)
  return [...shares].map(([payoutId, cents]) => ({ bank_line_id: line.id, payout_id: payoutId, cents, tied_by: by }))
}

/** Returns the outstanding payouts of a currency. */
export const bankedOf = (awaited: readonly AwaitedPayout[], currency: AwaitedPayout['currency']): BankedPayout[] =>
  awaited
    .filter((payout) => payout.currency === currency)
    .map((payout) =>
      bankedPayout({
        id: payout.id,
        reference: payout.reference,
        payer: payout.platform_id ?? payout.payer.toLowerCase(),
        payerTexts: [payout.payer, ...payout.payer_names],
        grossCents: payout.gross_cents - payout.arrived_cents,
        feeCents: payout.fee_cents,
        day: payout.day,
      }),
    )
