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
  const linksByLineId = Map.groupBy(
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
  const neighborLines = days.length > 0 ? await listBankRowsAround(db, tenant, { first, last }) : []
  const payoutsByCurrency = { USD: awaitedAsBankPayouts(awaited, 'USD'), CAD: awaitedAsBankPayouts(awaited, 'CAD') }
  const candidatesPerRow = rows.map((row) => {
    if (!isOpen(row)) return []
    const otherLines = neighborLines.filter(({ id }) => id !== row.id).map(remainderOf)
    return candidatesOf(linkBankLine(remainderOf(row), payoutsByCurrency[row.currency], otherLines))
  })
  const candidatePayoutIds = candidatesPerRow.flat().flatMap(({ payoutIds }) => payoutIds)
  const payers =
    candidatePayoutIds.length > 0 ? await listPayers(db, tenant, candidatePayoutIds) : new Map<number, string>()
  const awaitedById = new Map(awaited.map((payout) => [payout.id, { ...payout, payer: payers.get(payout.id) ?? '' }]))
  return rows.map((row, at) =>
    presentBankLine(
      row,
      linksByLineId.get(row.id) ?? [],
      candidatesPerRow[at]?.map((candidate) => presentCandidate(candidate, awaitedById)) ?? [],
    ),
  )
}

const isOpen = ({ cents, tied_cents }: BankRow): boolean => cents > tied_cents

const presentBankLine = (
  { id, day, text, currency, cents, tied_cents }: BankRow,
  links: readonly BankLinkRow[],
  candidates: bankLines.BankLine['candidates'],
): bankLines.BankLine => ({
  id,
  day,
  text,
  currency,
  amount: toUnits(cents),
  left: toUnits(cents - tied_cents),
  payouts: links.map(({ payout_id, cents: share, tied_by, payer, reference, paid_on }) => ({
    payout_id,
    amount: toUnits(share),
    tied_by,
    payer,
    reference,
    paid_on,
  })),
  candidates,
})

type Candidate = { readonly payoutIds: readonly number[]; readonly why: string }

/** A certain payout is offered again if a person removed it. */
function candidatesOf(link: BankLineLink): readonly Candidate[] {
  if (link.tie === 'none') return []
  if (link.tie === 'doubtful') return link.candidates
  return [
    {
      payoutIds: link.payoutIds,
      why: link.by === 'number' ? 'Number and amount' : 'Payer, amount, and approximate day',
    },
  ]
}

const presentCandidate = (
  { payoutIds, why }: Candidate,
  awaited: ReadonlyMap<number, AwaitedPayout>,
): bankLines.BankLine['candidates'][number] => ({
  why,
  payouts: payoutIds.flatMap((payoutId) => {
    const payout = awaited.get(payoutId)
    if (!payout) return []
    const { payer, reference, paid_on, gross_cents, fee_cents, arrived_cents } = payout
    const awaitedAmount = toUnits(gross_cents - fee_cents - arrived_cents)
    return [{ payout_id: payoutId, payer, reference, paid_on, awaits: awaitedAmount }]
  }),
})
