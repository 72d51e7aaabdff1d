import { formatDay, readDay } from '../shared/calendar.ts'
import type { Employment } from '../shared/gift-kinds.ts'
import type { Currency } from '../shared/money.ts'
import { moneyText, wholeCents } from '../shared/money.ts'
import { possessive } from '../shared/possessive.ts'
import {
  applyRatio,
  decimal,
  dividedBy,
  type Fraction,
  lesser,
  minus,
  plus,
  ratioForReaders,
  roundDown,
  roundHalfEven,
  roundUp,
  times,
  wholeNumber,
  zero,
} from '../shared/ratio.ts'
import type { NonprofitFacts } from './eligibility.ts'
import type { Campaign, Policy } from './policy.ts'
import { type Terms, termsOf } from './terms.ts'

/** The person's other matches at this company (`usedAmounts`). Cents of the policy's currency. */
export type UsedAmounts = {
  readonly yearCents: number
  readonly lifetimeCents: number
  /** Gifts count for maximums on gifts and for steps that run through the year. */
  readonly yearDonationCents?: number | undefined
  readonly lifetimeDonationCents?: number | undefined
}

export type ExchangeRate = {
  /** Units of the policy's currency per unit of the gift's currency. */
  readonly rate: number
  readonly asOf: string
}

export type EstimateInput = {
  readonly amountCents: number
  /** More than one gift. Affects only the text. */
  readonly gifts?: number | undefined
  readonly currency: Currency
  readonly policy: Policy
  readonly campaign: Campaign | null
  readonly organization?: NonprofitFacts | undefined
  /** Null or undefined counts as employee. */
  readonly employment?: Employment | null | undefined
  readonly used?: UsedAmounts | undefined
  /** Without it, a gift in another currency cannot be compared with the policy's amounts. */
  readonly exchangeRate?: ExchangeRate | null | undefined
}

export type ExhaustedMaximum = { readonly span: 'year' | 'lifetime'; readonly sentence: string }

export type Estimate = {
  /** Cents of the gift's currency. Never above a stated maximum. 0 if unknown. */
  readonly cents: number
  /** False if the ratio or the exchange rate is unknown. Then no amount may be promised. */
  readonly isKnown: boolean
  /** False if the amount must be shown as "up to". */
  readonly isCertain: boolean
  /** The person's, at this company. */
  readonly reachesYearlyMaximum: boolean
  readonly usedUp: ExhaustedMaximum | null
  readonly isBelowMinimum: boolean
  /** Cents of the gift's currency. 0 if there is no minimum or it is unknown. */
  readonly minimumCents: number
  readonly trace: readonly string[]
}

/**
 * Returns the expected match. It is certain only if all terms are known and there is no yearly maximum, because the
 * person's gifts to other nonprofits are unknown.
 */
export function estimate(input: EstimateInput): Estimate {
  const { policy, currency } = input
  const terms = termsOf(input)
  const rate = rateOf(input)
  const amount = wholeCents(input.amountCents)
  if (rate === null) return estimateWithoutRate(amount, input)
  const exactBase = times(wholeNumber(amount), rate)
  const base = roundHalfEven(exactBase)
  const minimumCents = roundUp(dividedBy(wholeNumber(wholeCents(terms.minCents)), rate))
  const isBelowMinimum = amount < minimumCents
  const trace: string[] = currency === policy.currency ? [] : [rateSentence(input, amount, base)]
  const limits = limitsLeft(terms, input, base)
  const counted = Math.min(base, limits.giftsLeft)
  const usedBefore = policy.tiersRunThrough === 'year' ? wholeCents(input.used?.yearDonationCents) : 0
  const exactMatch = isBelowMinimum
    ? zero
    : applySteps(terms, usedBefore, counted < base ? wholeNumber(counted) : exactBase)
  const matched = roundHalfEven(exactMatch)
  trace.push(
    isBelowMinimum ? belowSentence(terms, input, base) : ratioSentence(terms, input, { base, counted, matched }),
  )
  const cents = isBelowMinimum ? 0 : limits.caps.reduce((least, { left }) => Math.min(least, left), matched)
  if (!isBelowMinimum && limits.usedUp === null) trace.push(...limitSentences(limits, matched, base, terms, policy))
  const isKnown = terms.steps.length > 0
  return {
    // Rounded once: a match within all limits is converted exactly, and a match at a limit never exceeds it.
    cents:
      cents < matched || counted < base
        ? roundDown(dividedBy(wholeNumber(cents), rate))
        : roundHalfEven(dividedBy(exactMatch, rate)),
    isKnown,
    isCertain:
      isBelowMinimum ||
      (isKnown && currency === policy.currency && terms.maxPerYearCents === 0 && !terms.maxLifetimeCents),
    reachesYearlyMaximum: isKnown && limits.reachesYear(matched),
    usedUp: limits.usedUp,
    isBelowMinimum,
    minimumCents,
    trace,
  }
}

function rateOf({ currency, policy, exchangeRate }: EstimateInput): Fraction | null {
  if (currency === policy.currency) return wholeNumber(1)
  const rate = exchangeRate?.rate
  return typeof rate === 'number' && rate > 1e-6 && rate < 1e6 ? decimal(rate) : null
}

function estimateWithoutRate(amount: number, { currency, policy }: EstimateInput): Estimate {
  return {
    cents: 0,
    isKnown: false,
    isCertain: false,
    reachesYearlyMaximum: false,
    usedUp: null,
    isBelowMinimum: false,
    minimumCents: 0,
    trace: [
      `The gift of ${moneyText(amount, currency)} is in ${currency} and the policy in ${policy.currency}; we need an exchange rate to estimate the match.`,
    ],
  }
}

function rateSentence({ currency, policy, exchangeRate }: EstimateInput, amount: number, base: number): string {
  const rateDay = readDay(exchangeRate?.asOf ?? '')
  const dateSuffix = rateDay === null ? '' : ` from ${formatDay(rateDay)}`
  const converted = moneyText(base, policy.currency, currency)
  return `The gift of ${moneyText(amount, currency)} counts as ${converted}, at a rate of ${exchangeRate?.rate}${dateSuffix}.`
}

/** Earlier gifts have used `start` cents of the steps. */
function applySteps(terms: Terms, start: number, base: Fraction): Fraction {
  let sum = zero
  let from = wholeNumber(start)
  const end = plus(from, base)
  for (const { ratio, upToCents } of terms.steps) {
    const to = upToCents === null ? end : lesser(end, wholeNumber(upToCents))
    const part = minus(to, from)
    if (part.numerator <= 0n) continue
    sum = plus(sum, applyRatio(ratio, part))
    from = to
  }
  return sum
}

const amountClause = ({ gifts = 1 }: EstimateInput, sum: string): string =>
  gifts > 1 ? `these ${gifts} gifts total ${sum}` : `this gift is ${sum}`

function belowSentence(terms: Terms, input: EstimateInput, base: number): string {
  const { policy, currency } = input
  const text = (cents: number): string => moneyText(cents, policy.currency, currency)
  return `${possessive(policy.companyName)} minimum is ${text(wholeCents(terms.minCents))}, and ${amountClause(input, text(base))}.`
}

type AppliedSteps = { readonly base: number; readonly counted: number; readonly matched: number }

function ratioSentence(terms: Terms, input: EstimateInput, { base, counted, matched }: AppliedSteps): string {
  const { policy, currency } = input
  const text = (cents: number): string => moneyText(cents, policy.currency, currency)
  if (terms.steps.length === 0) {
    return `${possessive(policy.companyName)} match ratio is unknown, so we can’t estimate the match; ${amountClause(input, text(base))}.`
  }
  const steps = terms.steps.map(({ text: ratio, upToCents }) =>
    upToCents === null ? ratioForReaders(ratio) : `${ratioForReaders(ratio)} up to ${text(upToCents)}`,
  )
  const span = policy.tiersRunThrough === 'year' && terms.steps.length > 1 ? ' of gifts in a year' : ''
  const part = counted < base ? `, of which ${text(counted)} can be matched` : ''
  const from = terms.minCents ? ` from ${text(terms.minCents)}` : ''
  return `${policy.companyName} matches ${steps.join(', then ')}${span}${from}; ${amountClause(input, text(base))}${part}, so the match is ${text(matched)}.`
}

type Cap = { readonly left: number; readonly sentence: string }
type Limits = {
  readonly caps: readonly Cap[]
  readonly giftCaps: readonly Cap[]
  readonly giftsLeft: number
  readonly reachesYear: (matched: number) => boolean
  readonly usedUp: ExhaustedMaximum | null
}

function limitsLeft(terms: Terms, { policy, currency, used }: EstimateInput, base: number): Limits {
  const isOfDonations = policy.maximumBasis === 'gift'
  const scope = isOfDonations ? 'of each person’s gifts' : 'per person'
  const text = (cents: number): string => moneyText(cents, policy.currency, currency)
  const perGift: Cap[] = terms.maxPerGiftCents
    ? [{ left: terms.maxPerGiftCents, sentence: `The limit is ${text(terms.maxPerGiftCents)} per gift.` }]
    : []
  const yearUsed = isOfDonations ? used?.yearDonationCents : used?.yearCents
  const lifeUsed = isOfDonations ? used?.lifetimeDonationCents : used?.lifetimeCents
  const perYear = capLeft(terms.maxPerYearCents, yearUsed, `${scope} per year`, text)
  const perLife = capLeft(terms.maxLifetimeCents, lifeUsed, `${scope} in all`, text)
  const caps = [...perGift, ...perYear, ...perLife]
  const findExhausted = (span: ExhaustedMaximum['span'], caps: readonly Cap[]): ExhaustedMaximum | null => {
    const [cap] = caps
    return cap?.left === 0 ? { span, sentence: cap.sentence } : null
  }
  return {
    caps: isOfDonations ? [] : caps,
    giftCaps: isOfDonations ? caps : [],
    giftsLeft: isOfDonations ? caps.reduce((least, { left }) => Math.min(least, left), base) : base,
    reachesYear: (matched) => perYear.some(({ left }) => (isOfDonations ? base : matched) >= left),
    usedUp: findExhausted('year', perYear) ?? findExhausted('lifetime', perLife),
  }
}

function limitSentences(limits: Limits, matched: number, base: number, terms: Terms, policy: Policy): string[] {
  const reachedCaps = [
    ...limits.caps.filter(({ left }) => left < matched),
    ...limits.giftCaps.filter(({ left }) => left < base),
  ]
  const sentences = reachedCaps.map(({ sentence }) => sentence)
  if (terms.steps.length === 0) return sentences
  if (terms.maxPerYearCents === null) {
    sentences.push(`This is the maximum. ${possessive(policy.companyName)} yearly limit is unknown.`)
  } else if (terms.maxPerYearCents > 0 || terms.maxLifetimeCents) {
    sentences.push('This is the maximum. The donor may have used part of their limit elsewhere.')
  }
  return sentences
}

function capLeft(
  max: number | null,
  used: number | undefined,
  span: string,
  text: (cents: number) => string,
): readonly Cap[] {
  if (!max) return []
  const usedCents = wholeCents(used)
  const left = Math.max(0, max - usedCents)
  const sentence =
    usedCents === 0
      ? `The limit is ${text(max)} ${span}.`
      : `${text(Math.min(usedCents, max))} of the ${text(max)} limit ${span} is already used, so ${left === 0 ? 'nothing' : text(left)} is left.`
  return [{ left, sentence }]
}
