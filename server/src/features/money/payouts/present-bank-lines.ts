import { type bankLines, toUnits } from '@twofold/contract'
import { type BankLineLink, linkBankLine } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import {
  type AwaitedPayout,
  type BankLinkRow,
  type BankRow,
  listAwaitedPayouts,
  listBankLinks,
  listBankRowsAround,
  listPayers,
} from './bank.queries.ts'
import { awaitedAsBankPayouts, remainderOf } from './link-bank-lines.ts'

export async function presentBankLines(
  db: Db,
  tenant: Tenant,
  rows: readonly BankRow[],
): Promise<bankLines.BankLine[]> {
  const ties = Map.groupBy(
    await listBankLinks(
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
  const banked = { USD: awaitedAsBankPayouts(awaited, 'USD'), CAD: awaitedAsBankPayouts(awaited, 'CAD') }
  const found = rows.map((row) => {
    if (!isOpen(row)) return []
    const others = beside.filter(({ id }) => id !== row.id).map(remainderOf)
    return candidatesOf(linkBankLine(remainderOf(row), banked[row.currency], others))
  })
  const named = found.flat().flatMap(({ payoutIds }) => payoutIds)
  const payers = named.length > 0 ? await listPayers(db, tenant, named) : new Map<number, string>()
  const known = new Map(awaited.map((payout) => [payout.id, { ...payout, payer: payers.get(payout.id) ?? '' }]))
  return rows.map((row, at) =>
    presentBankLine(row, ties.get(row.id) ?? [], found[at]?.map((one) => presentCandidate(one, known)) ?? []),
  )
}

const isOpen = ({ cents, tied_cents }: BankRow): boolean => cents > tied_cents

const presentBankLine = (
  { id, day, text, currency, cents, tied_cents }: BankRow,
  ties: readonly BankLinkRow[],
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

type Found = { readonly payoutIds: readonly number[]; readonly why: string }

/** A certain payout is offered again if a person removed it. */
function candidatesOf(tie: BankLineLink): readonly Found[] {
  if (tie.tie === 'none') return []
  if (tie.tie === 'doubtful') return tie.candidates
  return [
    { payoutIds: tie.payoutIds, why: tie.by === 'number' ? 'Number and amount' : 'Payer, amount and about the day' },
  ]
}

const presentCandidate = (
  { payoutIds, why }: Found,
  awaited: ReadonlyMap<number, AwaitedPayout>,
): bankLines.BankLine['candidates'][number] => ({
  why,
  payouts: payoutIds.flatMap((payoutId) => {
    const payout = awaited.get(payoutId)
    if (!payout) return []
    const { payer, reference, paid_on, gross_cents, fee_cents, arrived_cents } = payout
    const awaits = toUnits(gross_cents - fee_cents - arrived_cents)
    return [{ payout_id: payoutId, payer, reference, paid_on, awaits }]
  }),
})
