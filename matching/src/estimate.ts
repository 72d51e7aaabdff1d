import type { NonprofitFacts } from './eligibility.ts'
import { moneyText, wholeCents } from './money.ts'
import type { Campaign, Currency, Policy } from './policy.ts'
import { applyRatio, type Fraction, plus, roundHalfEven, zero } from './ratio.ts'
import { type Terms, termsOf } from './terms.ts'

/** This person's other matches at this company that are eligible, processed or paid. Cents of the policy's currency. */
export type UsedAmounts = { readonly yearCents: number; readonly lifetimeCents: number }

export type EstimateInput = {
  readonly amountCents: number
  readonly currency: Currency
  readonly policy: Policy
  /** Active on the gift's day, or null. */
  readonly campaign: Campaign | null
  readonly organization?: NonprofitFacts | undefined
  readonly employeeType?: string | null | undefined
  readonly used?: UsedAmounts | undefined
  /** Units of the policy's currency for one unit of the gift's, where they differ. Missing: taken at par. */
  readonly exchangeRate?: number | null | undefined
}

export type Estimate = {
  /** Of the gift's currency, never above a maximum that the policy states. */
  readonly cents: number
  /** False: say "up to". */
  readonly isCertain: boolean
  /** With this match the person's year at this company is used up. */
  readonly reachesYearlyMaximum: boolean
  readonly isBelowMinimum: boolean
  /** The smallest gift that is matched, of the gift's currency; 0 is any. */
  readonly minimumCents: number
  readonly trace: readonly string[]
}

/**
 * The match to expect. Certain only where ratio and currency are known and no maximum for the year or for life is set:
 * what the person gave to other nonprofits is not known here.
 */
export function estimate(input: EstimateInput): Estimate {
  const { policy, currency } = input
  const terms = termsOf(input)
  const rate = rateOf(input)
  const amount = wholeCents(input.amountCents)
  const base = currency === policy.currency ? amount : wholeCents(Math.round(amount * rate.value))
  const minimumCents = wholeCents(Math.ceil(terms.minCents / rate.value - binaryDust))
  if (amount < minimumCents) return belowMinimum(base, terms, policy, minimumCents)
  const matched = roundHalfEven(climb(terms, base))
  const trace = [ratioSentence(terms, policy, base, matched)]
  const { cents, yearLeft } = capped(matched, terms, input.used, policy, trace)
  if (!rate.isKnown) {
    trace.push(
      `The gift is in ${currency}, the policy in ${policy.currency}; without an exchange rate both count alike.`,
    )
  }
  const isCapOpen = terms.maxPerYearCents !== null || terms.maxLifetimeCents !== null
  return {
    cents: currency === policy.currency ? cents : wholeCents(cents / rate.value + binaryDust),
    isCertain: rate.isKnown && !terms.isRatioAssumed && !isCapOpen,
    reachesYearlyMaximum: yearLeft !== null && matched >= yearLeft,
    isBelowMinimum: false,
    minimumCents,
    trace,
  }
}

/** What division by a rate leaves on an amount that should come out whole. */
const binaryDust = 1e-6

function belowMinimum(base: number, terms: Terms, policy: Policy, minimumCents: number): Estimate {
  const [least, given] = [moneyText(terms.minCents, policy.currency), moneyText(base, policy.currency)]
  const trace = [`${policy.companyName} matches from ${least}; this gift is ${given}.`]
  return { cents: 0, isCertain: true, reachesYearlyMaximum: false, isBelowMinimum: true, minimumCents, trace }
}

function rateOf({ currency, policy, exchangeRate }: EstimateInput): { value: number; isKnown: boolean } {
  if (currency === policy.currency) return { value: 1, isKnown: true }
  const isUsable = typeof exchangeRate === 'number' && exchangeRate > 1e-6 && exchangeRate < 1e6
  return isUsable ? { value: exchangeRate, isKnown: true } : { value: 1, isKnown: false }
}

/** Every part of the gift at the ratio of its step. */
function climb(terms: Terms, base: number): Fraction {
  let sum = zero
  let from = 0
  for (const { ratio, upToCents } of terms.steps) {
    const to = Math.min(base, upToCents ?? base)
    if (to > from) sum = plus(sum, applyRatio(ratio, to - from))
    from = Math.max(from, to)
  }
  return sum
}

function ratioSentence(terms: Terms, policy: Policy, base: number, matched: number): string {
  const text = (cents: number): string => moneyText(cents, policy.currency)
  const ladder = terms.steps.map(({ text: ratio, upToCents }) =>
    upToCents === null ? ratio : `${ratio} up to ${text(upToCents)}`,
  )
  const from = terms.minCents > 0 ? ` from ${text(terms.minCents)}` : ''
  if (terms.isRatioAssumed) {
    return `We do not know ${policy.companyName}'s ratio and assume the usual 1:1; this gift is ${text(base)}.`
  }
  return `${policy.companyName} matches ${ladder.join(', then ')}${from}; this gift is ${text(base)}, so the match is ${text(matched)}.`
}

type Cap = { readonly left: number; readonly sentence: string }

function capped(
  matched: number,
  terms: Terms,
  used: UsedAmounts | undefined,
  policy: Policy,
  trace: string[],
): { cents: number; yearLeft: number | null } {
  const text = (cents: number): string => moneyText(cents, policy.currency)
  const perGift: Cap | null =
    terms.maxPerGiftCents === null
      ? null
      : {
          left: terms.maxPerGiftCents,
          sentence: `At most ${text(terms.maxPerGiftCents)} are matched for one gift.`,
        }
  const perYear = capLeft(terms.maxPerYearCents, used?.yearCents, 'a year', text)
  const perLife = capLeft(terms.maxLifetimeCents, used?.lifetimeCents, 'in all', text)
  let cents = matched
  for (const cap of [perGift, perYear, perLife]) {
    if (cap && cap.left < cents) {
      cents = cap.left
      trace.push(cap.sentence)
    }
  }
  if (perYear || perLife) {
    trace.push('We do not see what this person gave to other nonprofits, so this is the most the match can be.')
  }
  return { cents, yearLeft: perYear?.left ?? null }
}

function capLeft(
  max: number | null,
  used: number | undefined,
  span: string,
  text: (cents: number) => string,
): Cap | null {
  if (max === null) return null
  const gone = wholeCents(used)
  const left = Math.max(0, max - gone)
  const sentence =
    gone === 0
      ? `At most ${text(max)} ${span} are matched for one person.`
      : `Of the ${text(max)} ${span} for one person ${text(Math.min(gone, max))} are used already, so ${text(left)} are left.`
  return { left, sentence }
}
