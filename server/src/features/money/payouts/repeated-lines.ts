import { companyKey, readDay } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { ReportedPayout, ReportLine } from './reading/report.ts'
import { listSimilarPayments, type SimilarPayment } from './repeated-lines.queries.ts'

type FreshLine = {
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
  fresh: readonly FreshLine[],
): Promise<(RepeatedLine | null)[]> {
  const paying = fresh.filter(({ line }) => line.matchCents > 0)
  if (paying.length === 0) return fresh.map(() => null)
  const wanted = paying.map(({ line, key, payout }) => ({ payer: payout.payer, key, cents: line.matchCents }))
  const here = await listSimilarPayments(db, tenant, wanted, isTyped)
  const byKey = Map.groupBy(here, ({ payer, line_key }) => `${line_key} ${payer}`)
  const byCents = Map.groupBy(here, ({ match_cents, currency }) => `${match_cents} ${currency}`)
  const taken = new Set<number>()
  return fresh.map((one) => {
    const { line, key, payout, payoutId } = one
    if (line.matchCents <= 0) return null
    const isFree = ({ id, payout_id }: SimilarPayment) => payout_id !== payoutId && !taken.has(id)
    const same =
      byKey.get(`${key} ${payout.payer}`)?.find((like) => isFree(like) && !like.is_taken_back) ??
      byCents
        .get(`${line.matchCents} ${payout.currency}`)
        ?.find((like) => isFree(like) && isTyped !== like.is_typed && isSameCheck(like, one))
    if (same) taken.add(same.id)
    return same ?? null
  })
}

function isSameCheck(line: SimilarPayment, { line: told, payout }: FreshLine): boolean {
  const ofPerson =
    (told.donorEmail !== '' && told.donorEmail.toLowerCase() === line.donor_email.toLowerCase()) ||
    (told.donorName !== '' && companyKey(told.donorName) === companyKey(line.donor_name))
  const companies = [told.company, payout.payer].map(companyKey).filter(Boolean)
  return (
    ofPerson &&
    [line.company, line.payer].some((name) => companies.includes(companyKey(name))) &&
    isNear(line.is_typed ? [told.day, payout.paidOn, line.paid_on] : [line.given_on, line.paid_on, payout.paidOn])
  )
}

function isNear([givenOn, paidOn, checkOn]: readonly (string | null | undefined)[]): boolean {
  const dayOf = (text: string | null | undefined) => (text ? readDay(text) : null)
  const [given, paid, check] = [dayOf(givenOn), dayOf(paidOn), dayOf(checkOn)]
  if (check === null) return true
  if (paid !== null) return Math.abs(paid - check) <= daysApart
  return given === null || (check >= given && check - given <= longestWait)
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
