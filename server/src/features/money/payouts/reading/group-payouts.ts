import type { ReportedPayout, ReportLine } from './report.ts'

type PayoutHeader = Pick<ReportedPayout, 'reference' | 'platform' | 'payer' | 'paidOn' | 'periodEnd' | 'currency'>
export type LineWithPayout = PayoutHeader & { readonly line: ReportLine }
export type PaymentWithPayout = PayoutHeader & Pick<ReportedPayout, 'grossCents' | 'feeCents'>

type Group = {
  readonly header: PayoutHeader
  paidOn: string | null
  grossCents: number
  feeCents: number
  readonly lines: ReportLine[]
}

/** A fee of a whole payment is divided among its lines, in proportion to their money. */
export function divideFee(lines: readonly ReportLine[], feeCents: number): ReportLine[] {
  const weights = lines.map(({ giftCents, matchCents }) => Math.abs(giftCents + matchCents))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let weightBefore = 0
  return lines.map((line, at) => {
    const shareUpTo = (weight: number) => (total === 0 ? 0 : Math.round((feeCents * weight) / total))
    const before = shareUpTo(weightBefore)
    weightBefore += weights[at] ?? 0
    return { ...line, feeCents: line.feeCents + shareUpTo(weightBefore) - before }
  })
}

/** Groups have one payer, number, currency, and day, in file order. */
export function groupPayouts(
  lines: readonly LineWithPayout[],
  payments: readonly PaymentWithPayout[],
): ReportedPayout[] {
  const groups: Group[] = []
  const groupsByNumber = new Map<string, Group[]>()
  const findOrAddGroup = (header: PayoutHeader): Group => {
    const key = JSON.stringify([header.payer, header.reference, header.currency])
    const groupsOfNumber = groupsByNumber.get(key) ?? []
    const existingGroup = findSameGroup(header, groupsOfNumber)
    if (existingGroup) {
      existingGroup.paidOn ??= header.paidOn
      return existingGroup
    }
    const group: Group = { header, paidOn: header.paidOn, grossCents: 0, feeCents: 0, lines: [] }
    groups.push(group)
    groupsByNumber.set(key, [...groupsOfNumber, group])
    return group
  }
  for (const { line, ...header } of lines) {
    const group = findOrAddGroup(header)
    group.grossCents += line.giftCents + line.matchCents
    group.feeCents += line.feeCents
    group.lines.push(line)
  }
  for (const { grossCents, feeCents, ...header } of payments) {
    const group = findOrAddGroup(header)
    group.grossCents += grossCents
    group.feeCents += feeCents
  }
  return groups.map(({ header, ...group }) => ({ ...header, ...group }))
}

/** A number may repeat on another day. Lines without a day belong to the first payment with their number. */
const findSameGroup = ({ paidOn }: PayoutHeader, groups: readonly Group[]): Group | undefined =>
  groups.find((group) => group.paidOn === paidOn) ?? groups.find((group) => group.paidOn === null || paidOn === null)
