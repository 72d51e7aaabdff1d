import type { ReportedPayout, ReportLine } from './report.ts'

type Place = Pick<ReportedPayout, 'reference' | 'platform' | 'payer' | 'paidOn' | 'periodEnd' | 'currency'>
export type PlacedLine = Place & { readonly line: ReportLine }
export type PlacedPayment = Place & Pick<ReportedPayout, 'grossCents' | 'feeCents'>

/** One payout per payer, number and currency, in the order of the file. */
export function groupPayouts(lines: readonly PlacedLine[], payments: readonly PlacedPayment[]): ReportedPayout[] {
  const payouts = new Map<string, ReportedPayout & { readonly lines: ReportLine[] }>()
  const add = (place: Place, more: Pick<ReportedPayout, 'grossCents' | 'feeCents' | 'lines'>) => {
    const { reference, platform, payer, paidOn, periodEnd, currency } = place
    const key = JSON.stringify([payer, reference, currency])
    const known = payouts.get(key)
    const held = known?.lines ?? []
    held.push(...more.lines)
    payouts.set(key, {
      reference,
      platform,
      payer,
      currency,
      periodEnd,
      paidOn: known?.paidOn ?? paidOn,
      grossCents: (known?.grossCents ?? 0) + more.grossCents,
      feeCents: (known?.feeCents ?? 0) + more.feeCents,
      lines: held,
    })
  }
  for (const { line, ...place } of lines) {
    add(place, { grossCents: line.giftCents + line.matchCents, feeCents: line.feeCents, lines: [line] })
  }
  for (const { grossCents, feeCents, ...place } of payments) add(place, { grossCents, feeCents, lines: [] })
  return [...payouts.values()]
}
