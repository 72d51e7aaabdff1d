import { companyKey, readDay } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import { listSimilarPayments, type SimilarPayment } from './repeated-lines.queries.ts'

type NewPayoutLine = {
  readonly line: ReportLine
  readonly key: string
  readonly payout: ReportedPayout
  readonly payoutId: number
}

export type RepeatedLine = SimilarPayment

/** A platform books a check up to this many days before or after its date. */
const daysApart = 60
/** Days. Platforms pay for gifts of about the last year; see `maxWaitDays` of the rules. */
const longestWait = 400

/**
 * The line may have another payout number (canceled and sent again). A typed-in check may also equal a reported line by
 * donor and amount.
 */
export async function findRepeatedLines(
  db: Db,
  { tenant, isTyped = false }: { readonly tenant: Tenant; readonly isTyped?: boolean },
  newLines: readonly NewPayoutLine[],
): Promise<(RepeatedLine | null)[]> {
  const payingLines = newLines.filter(({ line }) => line.matchCents > 0)
  if (payingLines.length === 0) return newLines.map(() => null)
  const payments = payingLines.map(({ line, key, payout }) => ({ payer: payout.payer, key, cents: line.matchCents }))
  const similarPayments = await listSimilarPayments(db, tenant, payments, isTyped)
  const paymentsByKey = Map.groupBy(
    similarPayments,
    ({ payer, line_key, currency }) => `${line_key} ${payer} ${currency}`,
  )
  const paymentsByCents = Map.groupBy(similarPayments, ({ match_cents, currency }) => `${match_cents} ${currency}`)
  const takenIds = new Set<number>()
  return newLines.map((newLine) => {
    const { line, key, payout, payoutId } = newLine
    if (line.matchCents <= 0) return null
    const isFree = ({ id, payout_id, is_typed }: SimilarPayment) =>
      (payout_id !== payoutId || is_typed !== isTyped) && !takenIds.has(id)
    const repeatedPayment =
      paymentsByKey
        .get(`${key} ${payout.payer} ${payout.currency}`)
        ?.find((similarPayment) => isFree(similarPayment) && !similarPayment.is_reversed) ??
      paymentsByCents
        .get(`${line.matchCents} ${payout.currency}`)
        ?.find(
          (similarPayment) =>
            isFree(similarPayment) && isTyped !== similarPayment.is_typed && isSameCheck(similarPayment, newLine),
        )
    if (repeatedPayment) takenIds.add(repeatedPayment.id)
    return repeatedPayment ?? null
  })
}

function isSameCheck(similarPayment: SimilarPayment, { line: newLine, payout }: NewPayoutLine): boolean {
  const isSamePerson =
    (newLine.donorEmail !== '' && newLine.donorEmail.toLowerCase() === similarPayment.donor_email.toLowerCase()) ||
    (newLine.donorName !== '' && companyKey(newLine.donorName) === companyKey(similarPayment.donor_name))
  const companies = [newLine.company, payout.payer].map(companyKey).filter(Boolean)
  return (
    isSamePerson &&
    [similarPayment.company, similarPayment.payer].some((name) => companies.includes(companyKey(name))) &&
    isNear(
      similarPayment.is_typed
        ? [newLine.day, payout.paidOn, similarPayment.paid_on]
        : [similarPayment.given_on, similarPayment.paid_on, payout.paidOn],
    )
  )
}

function isNear([givenOn, paidOn, checkOn]: readonly (string | null | undefined)[]): boolean {
  const dayOf = (text: string | null | undefined) => (text ? readDay(text) : null)
  const [givenDay, paidDay, checkDay] = [dayOf(givenOn), dayOf(paidOn), dayOf(checkOn)]
  if (checkDay === null) return true
  if (paidDay !== null) return Math.abs(paidDay - checkDay) <= daysApart
  return givenDay === null || (checkDay >= givenDay && checkDay - givenDay <= longestWait)
}

/** "payment OCT26AAAA of Benevity", "the check of Oct 31 from Microsoft". */
export function describeRepeatedPayment({
  reference,
  payer,
  paid_on,
  is_typed,
}: Pick<RepeatedLine, 'reference' | 'payer' | 'paid_on' | 'is_typed'>): string {
  const from = payer === '' ? '' : ` from ${payer}`
  if (reference !== '') return `${is_typed ? 'check' : 'payment'} ${reference}${from}`
  return `the ${is_typed ? 'check' : 'payment'}${paid_on === null ? '' : ` of ${paid_on}`}${from}`
}
