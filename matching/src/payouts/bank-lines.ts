import { readDay } from '../shared/calendar.ts'
import { type Currency, moneyText } from '../shared/money.ts'
import { findSums } from './payout-sums.ts'

/**
 * A link is certain for number and amount, or for two or three numbers and their sum. It is also certain for payer,
 * amount, and day of exactly one payout.
 */

/** `cents` is what no payout covers yet. */
export type BankLineFacts = {
  readonly text: string
  readonly cents: number
  readonly currency: Currency
  readonly day: string
}

export type PayoutFacts = {
  readonly id: number
  readonly reference: string
  /** Payouts of the same payer may arrive in one transfer. */
  readonly payer: string
  /** Banks may spell the payer like this; includes the payer's own name. */
  readonly payerTexts: readonly string[]
  /** Cents before fees that have not arrived yet. */
  readonly grossCents: number
  readonly feeCents: number
  readonly day: string | null
}

/** Search texts are precomputed, because a payout is compared with thousands of lines. */
export type SearchablePayout = PayoutFacts & { readonly number: string | null; readonly starts: readonly string[] }

export type BankCandidate = { readonly payoutIds: readonly number[]; readonly why: string; readonly score: number }
type ClearTie = { readonly tie: 'clear'; readonly by: 'number' | 'payer'; readonly payoutIds: readonly number[] }
export type BankLineLink =
  | ClearTie
  | { readonly tie: 'doubtful'; readonly candidates: readonly BankCandidate[] }
  | { readonly tie: 'none' }

/** Banks book a payment some days after the platform's date, and checks are deposited with a delay. */
const daysApart = 14
const candidatesAtMost = 5
/** Banks truncate the payer's name at this length. */
const nameLength = 16
const shortest = 4
const togetherAtMost = 3

/** Upper case, with a space at both ends. */
const words = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

type Likeness = {
  readonly payout: SearchablePayout
  readonly number: boolean
  readonly payer: boolean
  readonly amount: boolean
  readonly near: boolean
  readonly net: number
}

/** Returns the payout with its precomputed search texts. */
export function toSearchablePayout(facts: PayoutFacts): SearchablePayout {
  const number = words(facts.reference)
  const starts = facts.payerTexts.map((name) =>
    words(name)
      .slice(0, nameLength + 1)
      .trimEnd(),
  )
  return {
    ...facts,
    number: number.length >= shortest + 2 && /\d/.test(number) ? number : null,
    starts: starts.filter((start) => start.length > shortest),
  }
}

/** Returns the payouts that the line certainly pays, in the same currency, or null. */
export const findCertainBankLink = (line: BankLineFacts, payouts: readonly SearchablePayout[]): ClearTie | null =>
  clearOf(line, payouts.map(likenessTo(line)))

/** Returns the line's payouts. `others` are further unlinked lines, which may belong to the same payout. */
export function linkBankLine(
  line: BankLineFacts,
  payouts: readonly SearchablePayout[],
  others: readonly BankLineFacts[] = [],
): BankLineLink {
  const alike = payouts.map(likenessTo(line))
  const clear = clearOf(line, alike)
  if (clear) return clear
  const written = others.map((other) => ({ ...other, written: words(other.text) }))
  const parts = new Map(
    alike
      .filter((one) => mayBePartOf(line, one))
      .slice(0, partsLookedAt)
      .map((one) => [one, partOfPayout(line, one, written)]),
  )
  const candidates = [
    ...alike.flatMap((one) => parts.get(one) ?? doubt(line, one) ?? []),
    ...sumsOfPayouts(line, alike),
  ].toSorted((one, other) => other.score - one.score || (other.payoutIds[0] ?? 0) - (one.payoutIds[0] ?? 0))
  return candidates.length === 0
    ? { tie: 'none' }
    : { tie: 'doubtful', candidates: candidates.slice(0, candidatesAtMost) }
}

function clearOf(line: BankLineFacts, alike: readonly Likeness[]): ClearTie | null {
  const only = (fits: (one: Likeness) => boolean): Likeness | null => {
    const [first, second] = alike.filter(fits)
    return first && !second ? first : null
  }
  const byNumber = only(({ number, amount }) => number && amount)
  if (byNumber) return { tie: 'clear', by: 'number', payoutIds: [byNumber.payout.id] }
  const named = alike.filter(({ number }) => number)
  if (areTogether(line, named)) return { tie: 'clear', by: 'number', payoutIds: idsOf(named) }
  const byPayer = only(({ payer, amount, near }) => payer && amount && near)
  return byPayer && named.length === 0 ? { tie: 'clear', by: 'payer', payoutIds: [byPayer.payout.id] } : null
}

const idsOf = (group: readonly Likeness[]): number[] => group.map(({ payout }) => payout.id)

function likenessTo({ text, cents, day }: BankLineFacts): (payout: SearchablePayout) => Likeness {
  const written = words(text)
  return (payout) => {
    const net = payout.grossCents - payout.feeCents
    return {
      payout,
      ...names(written, payout),
      amount: cents === net || cents === payout.grossCents,
      near: areNear(day, payout.day),
      net,
    }
  }
}

const names = (written: string, { number, starts }: SearchablePayout): { number: boolean; payer: boolean } => ({
  number: number !== null && written.includes(number),
  payer: starts.some((start) => written.includes(start)),
})

function areNear(one: string | null, other: string | null): boolean {
  const [at, paid] = [one === null ? null : readDay(one), other === null ? null : readDay(other)]
  return at === null || paid === null || Math.abs(at - paid) <= daysApart
}

/** The bank lists two or three payouts, whose sum is the amount. */
function areTogether({ cents }: BankLineFacts, named: readonly Likeness[]): boolean {
  if (named.length < 2 || named.length > togetherAtMost) return false
  const sumOf = (part: (one: Likeness) => number) => named.reduce((sum, one) => sum + part(one), 0)
  return cents === sumOf(({ net }) => net) || cents === sumOf(({ payout }) => payout.grossCents)
}

function doubt(
  { cents, currency }: BankLineFacts,
  { payout, number, payer, amount, near, net }: Likeness,
): BankCandidate | null {
  const payoutIds = [payout.id]
  if (number) {
    const [sum, than] = [moneyText(Math.abs(net - cents), currency), net > cents ? 'less' : 'more']
    const why = amount
      ? 'Number and amount match, but another payout matches too'
      : `Number matches; ${sum} ${than} than the payout`
    return { payoutIds, why, score: 90 }
  }
  if (amount && payer)
    return {
      payoutIds,
      why: `Payer and amount match${near ? ', but another payout matches too' : '; many days apart'}`,
      score: 70,
    }
  if (amount && near)
    return { payoutIds, why: 'Amount and approximate date match; the bank doesn’t name a known payer', score: 50 }
  return null
}

/** English and French terms for deposited checks. A direct deposit is a transfer. */
const speaksOfDeposit = (text: string): boolean =>
  /\b(?:(?<!\bDIRECT )DEPOSIT|DEPOT(?! DIRECT\b)|CHECKS?|CHEQUES?|CHQ)\b/.test(words(withoutAccents(text)))
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * Two or three payouts of the named payer, otherwise of any single payer. A deposit may contain checks of several
 * payers.
 */
function sumsOfPayouts({ text, cents }: BankLineFacts, alike: readonly Likeness[]): BankCandidate[] {
  const named = alike.filter(({ payer, number }) => payer || number)
  const payers = Map.groupBy(named.length > 0 ? named : alike, ({ payout }) => payout.payer)
  const nearOf = (group: readonly Likeness[]) =>
    group.filter((one) => one.near).map((one) => ({ ...one, cents: one.net }))
  const countOf = (sum: readonly Likeness[]) => (sum.length === 2 ? 'Two' : 'Three')
  const ofSeveral = named.length === 0 && speaksOfDeposit(text) ? findSums(cents, nearOf(alike)) : []
  const deposits = ofSeveral
    .filter((sum) => new Set(sum.map(({ payout }) => payout.payer)).size > 1)
    .map((sum) => ({
      payoutIds: idsOf(sum),
      why: `${countOf(sum)} payouts add up to exactly this amount; the bank doesn’t name a known payer`,
      score: 30,
    }))
  const ofOne = [...payers.values()].flatMap((group) =>
    findSums(cents, nearOf(group)).map((sum) => {
      const unknown = named.length > 0 ? '' : '; the bank doesn’t name a known payer'
      const score = sum.some(({ number }) => number) ? 92 : named.length > 0 ? 60 : 40
      return {
        payoutIds: idsOf(sum),
        why: `${countOf(sum)} payouts from one payer add up to exactly this amount${unknown}`,
        score,
      }
    }),
  )
  return [...ofOne, ...deposits]
}

/** Even a payer who pays daily has fewer payouts near a day. */
const partsLookedAt = 60

const mayBePartOf = ({ cents }: BankLineFacts, { number, payer, near, net }: Likeness): boolean =>
  (number || (payer && near)) && cents < net

/** Several lines of the same payer, including this one, sum up to the payout. */
function partOfPayout(
  { cents, currency }: BankLineFacts,
  { payout, number, net }: Likeness,
  others: readonly (BankLineFacts & { readonly written: string })[],
): BankCandidate | null {
  const rest = net - cents
  const beside = others.filter((other) => {
    if (other.currency !== currency || other.cents > rest) return false
    const its = names(other.written, payout)
    return its.number || (its.payer && areNear(other.day, payout.day))
  })
  const whole = beside.find((other) => other.cents === rest)
  const group = whole ? [whole] : findSums(rest, beside).find(({ length }) => length < togetherAtMost)
  if (!group) return null
  const amounts = group.map((other) => moneyText(other.cents, currency)).join(' and ')
  const why = `Partial deposit: with the ${amounts} line${whole ? '' : 's'}, it adds up to exactly this payout`
  return { payoutIds: [payout.id], why, score: number ? 95 : 55 }
}
