import type { FieldTarget } from '@twofold/contract'
import { type Claim, type Column, type MappedOrganization, shareOfOwnNames } from './claims.ts'
import { type Extras, extrasReader } from './extras.ts'
import { parseMoney } from './money.ts'

/**
 * Prefers the gift to what was charged: an amount that exceeds another one by the tip, by the fees that the donor
 * covered, by tickets, or by the employer's match, in every row.
 */
export function withoutCharges(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const centsAt = (at: number, row: number) => Math.abs(parseMoney(columns[at]?.cells[row] ?? '')?.cents ?? 0)
  const extras = extrasReader(columns.map(({ words }) => words))
  const onTop = [...(columns[0]?.cells.keys() ?? [])].map((row) => ({
    row,
    ...extras(columns.map(({ cells }) => cells[row] ?? '')),
  }))
  const extraOf = [
    ({ tip }: Extras) => tip,
    ({ coveredFee }: Extras) => coveredFee,
    ({ tip, coveredFee }: Extras) => tip + coveredFee,
    ({ tickets }: Extras) => tickets,
    ({ match }: Extras) => match,
    ({ tip, coveredFee, tickets }: Extras) => tip + coveredFee + tickets,
  ]
  const isCharge = (charge: Claim, gift: Claim) =>
    extraOf.some(
      (extra) =>
        onTop.some((paid) => extra(paid) > 0) &&
        onTop.every((paid) => centsAt(charge.at, paid.row) === centsAt(gift.at, paid.row) + extra(paid)),
    )
  const amounts = claims.filter(({ target }) => target === 'amount')
  return claims.map((claim) => {
    const gifts = claim.target === 'amount' ? amounts.filter((gift) => isCharge(claim, gift)) : []
    return { ...claim, score: Math.min(claim.score, ...gifts.map(({ score }) => score / 2)) }
  })
}

const balanceColumn = /\b(balance|outstanding|remaining|unpaid|due|owed|left)\b/
const paidColumn = /\b(paid|received|collected)\b/

/** A pledge counts with its payments, which add up to the amount together with the balance. */
export function withPayments(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const centsAt = (at: number, row: number) => Math.abs(parseMoney(columns[at]?.cells[row] ?? '')?.cents ?? 0)
  const rows = [...(columns[0]?.cells.keys() ?? [])]
  const money = columns.filter(({ profile }) => profile.money > 0.5)
  const balances = money.filter(
    ({ words, at }) => balanceColumn.test(words) && rows.some((row) => centsAt(at, row) > 0),
  )
  const payments = claims.flatMap((claim) =>
    claim.target === 'amount' && !balances.some(({ at }) => at === claim.at)
      ? money
          .filter(
            (paid) =>
              paid.at !== claim.at &&
              paidColumn.test(paid.words) &&
              balances.some(({ at }) =>
                rows.every((row) => centsAt(paid.at, row) + centsAt(at, row) === centsAt(claim.at, row)),
              ),
          )
          .map(({ at }) => ({ ...claim, at, score: claim.score + 0.3 }))
      : [],
  )
  return [...claims, ...payments]
}

/** Where an organization replaces the name of a person, it is the giver, and not the organization that received the gift. */
export function withGivers(
  claims: readonly Claim[],
  columns: readonly Column[],
  organization: MappedOrganization,
): Claim[] {
  const names = claims.filter(({ target, score }) => nameTargets.includes(target) && score >= 0.5).map(({ at }) => at)
  const isFilled = (at: number, row: number) => (columns[at]?.cells[row] ?? '').trim() !== ''
  const rows = [...(columns[0]?.cells.keys() ?? [])]
  const isNamed = (row: number) => names.some((at) => isFilled(at, row))
  return claims.map((claim) => {
    const column = columns[claim.at]
    const replaces =
      claim.target === 'organization_name' &&
      column !== undefined &&
      shareOfOwnNames(column, organization) === 0 &&
      rows.some((row) => isFilled(claim.at, row)) &&
      rows.some(isNamed) &&
      rows.every((row) => !isFilled(claim.at, row) || !isNamed(row))
    return replaces ? { ...claim, target: 'company.name', score: Math.min(claim.score, 0.7) } : claim
  })
}

const nameTargets: readonly string[] = ['donor.name', 'donor.first_name', 'donor.last_name']

/** Accounting reports name each donor alone in a row above the gifts, in a first column without a name. */
export function withDonorsAbove(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const [first, ...others] = columns
  const hasDonor = claims.some(({ target }) => nameTargets.includes(target) || target === 'donor.email')
  if (first?.words !== '' || hasDonor || columns.every(({ words }) => words === '')) return [...claims]
  const isFilled = (column: Column, row: number) => (column.cells[row] ?? '').trim() !== ''
  const rows = [...first.cells.keys()].filter((row) => isFilled(first, row))
  if (rows.length === 0 || !rows.every((row) => others.every((column) => !isFilled(column, row)))) return [...claims]
  return [...claims.filter(({ at }) => at !== 0), { at: 0, target: 'donor.name', score: 0.5, byContent: true }]
}

const orderId =
  /^(order|transaction|donation|payment|receipt|confirmation|purchase|registration|gift|invoice)( (id|number|identifier|code))?$/
const lineId =
  /^(attendee|participant|registrant|guest|ticket|line|line ?item|item|detail|split|allocation|entry|row)( item)? (id|number|identifier|key|code|barcode)$/

const lineAmount = /^(item|line|line ?item|row) (amount|total|price)$/

/** If an order spans several rows, the unique ID and the amount are those of the attendee or line. */
export function withLines(claims: readonly Claim[], columns: readonly Column[]): Claim[] {
  const repeats = columns.some(
    ({ words, profile }) =>
      /^line ?item quantity$/.test(words) || (orderId.test(words) && profile.filled > 0.5 && profile.unique < 0.97),
  )
  if (!repeats) return [...claims]
  const isOfLine = ({ at, target }: Claim) => target === 'amount' && lineAmount.test(columns[at]?.words ?? '')
  const line = columns.find(
    ({ words, profile }) =>
      lineId.test(words) && profile.filled > 0.97 && profile.unique === 1 && profile.decimal < 0.5,
  )
  return [
    ...claims.map((claim) => (isOfLine(claim) ? { ...claim, score: claim.score + 0.3 } : claim)),
    ...(line ? [{ at: line.at, target: 'transaction_id', score: 0.99, byContent: false } as const] : []),
  ]
}

const household = /\b(family|household)$/i

/** A weak full name ("Account Name", households) is replaced by first and last name. */
export function settleNames(assigned: Map<number, Claim>, columns: readonly Column[]): Map<number, Claim> {
  const find = (target: FieldTarget) => [...assigned.values()].find((claim) => claim.target === target)
  const full = find('donor.name')
  const first = find('donor.first_name')
  const last = find('donor.last_name')
  if (!full || (!first && !last)) return assigned
  const filled = columns[full.at]?.profile.filled ?? 0
  const partsFilled = last ? (columns[last.at]?.profile.filled ?? 0) : 0
  const cells = columns[full.at]?.cells ?? []
  const households = cells.filter((cell) => household.test(cell.trim())).length / Math.max(1, cells.length)
  const isWeak = first && last && (full.score < 0.6 || filled < partsFilled * 0.8 || households > filled / 2)
  if (isWeak) assigned.delete(full.at)
  else for (const part of [first, last]) if (part) assigned.delete(part.at)
  return assigned
}
