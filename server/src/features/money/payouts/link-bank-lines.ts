import { allocateAmount, findCertainBankLink, type SearchablePayout, toSearchablePayout } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import {
  type AwaitedPayout,
  type BankLinkRow,
  type BankRow,
  insertBankLinks,
  listAwaitedPayouts,
  listOpenBankRows,
  type NewBankLink,
} from './bank.queries.ts'

/** Ties lines only where the match is certain. Returns the ids of the tied lines. */
export async function linkBankLines(db: Db, tenant: Tenant): Promise<number[]> {
  const lines = await listOpenBankRows(db, tenant)
  if (lines.length === 0) return []
  const awaited = await listAwaitedPayouts(db, tenant)
  const payoutsByCurrency = { USD: awaitedAsBankPayouts(awaited, 'USD'), CAD: awaitedAsBankPayouts(awaited, 'CAD') }
  const links: NewBankLink[] = []
  for (const line of lines) {
    const link = findCertainBankLink(remainderOf(line), payoutsByCurrency[line.currency])
    if (!link) continue
    const linkedPayouts = payoutsByCurrency[line.currency].filter(({ id }) => link.payoutIds.includes(id))
    links.push(...newBankLinks(line, linkedPayouts, link.by))
    payoutsByCurrency[line.currency] = payoutsByCurrency[line.currency].filter(({ id }) => !link.payoutIds.includes(id))
  }
  await insertBankLinks(db, tenant, links)
  return [...new Set(links.map(({ bank_line_id }) => bank_line_id))]
}

export const remainderOf = ({ text, currency, day, cents, tied_cents }: BankRow) => ({
  text,
  currency,
  day,
  cents: cents - tied_cents,
})

export function newBankLinks(
  line: BankRow,
  payouts: readonly Pick<SearchablePayout, 'id' | 'grossCents' | 'feeCents'>[],
  by: BankLinkRow['tied_by'],
): NewBankLink[] {
  const shares = allocateAmount(line.cents - line.tied_cents, payouts)
  return [...shares].map(([payoutId, cents]) => ({ bank_line_id: line.id, payout_id: payoutId, cents, tied_by: by }))
}

export const awaitedAsBankPayouts = (
  awaited: readonly AwaitedPayout[],
  currency: AwaitedPayout['currency'],
): SearchablePayout[] =>
  awaited
    .filter((payout) => payout.currency === currency)
    .map((payout) =>
      toSearchablePayout({
        id: payout.id,
        reference: payout.reference,
        payer: payout.platform_id ?? payout.payer.toLowerCase(),
        payerTexts: [payout.payer, ...payout.payer_names],
        grossCents: payout.gross_cents - payout.arrived_cents,
        feeCents: payout.fee_cents,
        day: payout.day,
      }),
    )
