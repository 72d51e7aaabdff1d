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
export type SearchablePayout = PayoutFacts & {
  readonly number: string | null
  readonly payerPrefixes: readonly string[]
}

export type BankCandidate = { readonly payoutIds: readonly number[]; readonly why: string; readonly score: number }
type ClearTie = { readonly tie: 'clear'; readonly by: 'number' | 'payer'; readonly payoutIds: readonly number[] }
export type BankLineLink =
  | ClearTie
  | { readonly tie: 'doubtful'; readonly candidates: readonly BankCandidate[] }
  | { readonly tie: 'none' }

/** Banks book a payment some days after the platform's date, and checks are deposited with a delay. */
const maxDaysApart = 14
const maxCandidates = 5
/** Banks truncate the payer's name at this length. */
const nameLength = 16
const minTextLength = 4
const maxCombinedPayouts = 3

/** Upper case, with a space at both ends. */
const searchText = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

type Similarity = {
  readonly payout: SearchablePayout
  readonly number: boolean
  readonly payer: boolean
  readonly amount: boolean
  readonly near: boolean
  readonly net: number
}

/** Returns the payout with its precomputed search texts. */
export function toSearchablePayout(facts: PayoutFacts): SearchablePayout {
  const number = searchText(facts.reference)
  const payerPrefixes = facts.payerTexts.map((name) =>
    searchText(name)
      .slice(0, nameLength + 1)
      .trimEnd(),
  )
  return {
    ...facts,
    number: number.length >= minTextLength + 2 && /\d/.test(number) ? number : null,
    payerPrefixes: payerPrefixes.filter((prefix) => prefix.length > minTextLength),
  }
}

/** Returns the payouts that the line certainly pays, in the same currency, or null. */
export const findCertainBankLink = (line: BankLineFacts, payouts: readonly SearchablePayout[]): ClearTie | null =>
  certainLinkOf(line, payouts.map(similarityTo(line)))

/** Returns the line's payouts. `others` are further unlinked lines, which may belong to the same payout. */
export function linkBankLine(
  line: BankLineFacts,
  payouts: readonly SearchablePayout[],
  others: readonly BankLineFacts[] = [],
): BankLineLink {
  const similarities = payouts.map(similarityTo(line))
  const certainLink = certainLinkOf(line, similarities)
  if (certainLink) return certainLink
  const searchableOthers = others.map((other) => ({ ...other, written: searchText(other.text) }))
  const partialDeposits = new Map(
    similarities
      .filter((similarity) => isPartialDeposit(line, similarity))
      .slice(0, maxPartialDeposits)
      .map((similarity) => [similarity, partialDepositCandidate(line, similarity, searchableOthers)]),
  )
  const candidates = [
    ...similarities.flatMap(
      (similarity) => partialDeposits.get(similarity) ?? doubtfulCandidate(line, similarity) ?? [],
    ),
    ...sumsOfPayouts(line, similarities),
  ].toSorted((a, b) => b.score - a.score || (b.payoutIds[0] ?? 0) - (a.payoutIds[0] ?? 0))
  return candidates.length === 0 ? { tie: 'none' } : { tie: 'doubtful', candidates: candidates.slice(0, maxCandidates) }
}

function certainLinkOf(line: BankLineFacts, similarities: readonly Similarity[]): ClearTie | null {
  const findOnly = (isFit: (one: Similarity) => boolean): Similarity | null => {
    const [first, second] = similarities.filter(isFit)
    return first && !second ? first : null
  }
  const byNumber = findOnly(({ number, amount }) => number && amount)
  if (byNumber) return { tie: 'clear', by: 'number', payoutIds: [byNumber.payout.id] }
  const numberMatches = similarities.filter(({ number }) => number)
  if (areCombined(line, numberMatches)) return { tie: 'clear', by: 'number', payoutIds: idsOf(numberMatches) }
  const byPayer = findOnly(({ payer, amount, near }) => payer && amount && near)
  return byPayer && numberMatches.length === 0 ? { tie: 'clear', by: 'payer', payoutIds: [byPayer.payout.id] } : null
}

const idsOf = (group: readonly Similarity[]): number[] => group.map(({ payout }) => payout.id)

function similarityTo({ text, cents, day }: BankLineFacts): (payout: SearchablePayout) => Similarity {
  const lineText = searchText(text)
  return (payout) => {
    const net = payout.grossCents - payout.feeCents
    return {
      payout,
      ...findNames(lineText, payout),
      amount: cents === net || cents === payout.grossCents,
      near: areNear(day, payout.day),
      net,
    }
  }
}

const findNames = (
  lineText: string,
  { number, payerPrefixes }: SearchablePayout,
): { number: boolean; payer: boolean } => ({
  number: number !== null && lineText.includes(number),
  payer: payerPrefixes.some((prefix) => lineText.includes(prefix)),
})

function areNear(one: string | null, other: string | null): boolean {
  const [bankDay, payoutDay] = [one === null ? null : readDay(one), other === null ? null : readDay(other)]
  return bankDay === null || payoutDay === null || Math.abs(bankDay - payoutDay) <= maxDaysApart
}

/** The bank lists two or three payouts, whose sum is the amount. */
function areCombined({ cents }: BankLineFacts, numberMatches: readonly Similarity[]): boolean {
  if (numberMatches.length < 2 || numberMatches.length > maxCombinedPayouts) return false
  const sumOf = (centsOf: (one: Similarity) => number) => numberMatches.reduce((sum, one) => sum + centsOf(one), 0)
  return cents === sumOf(({ net }) => net) || cents === sumOf(({ payout }) => payout.grossCents)
}

function doubtfulCandidate(
  { cents, currency }: BankLineFacts,
  { payout, number, payer, amount, near, net }: Similarity,
): BankCandidate | null {
  const payoutIds = [payout.id]
  if (number) {
    const [sum, direction] = [moneyText(Math.abs(net - cents), currency), net > cents ? 'less' : 'more']
    const why = amount
      ? 'Number and amount match, but another payout matches too'
      : `Number matches; ${sum} ${direction} than the payout`
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
const mentionsDeposit = (text: string): boolean =>
  /\b(?:(?<!\bDIRECT )DEPOSIT|DEPOT(?! DIRECT\b)|CHECKS?|CHEQUES?|CHQ)\b/.test(searchText(withoutAccents(text)))
const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * Two or three payouts of the named payer, otherwise of any single payer. A deposit may contain checks of several
 * payers.
 */
function sumsOfPayouts({ text, cents }: BankLineFacts, similarities: readonly Similarity[]): BankCandidate[] {
  const namedPayouts = similarities.filter(({ payer, number }) => payer || number)
  const payers = Map.groupBy(namedPayouts.length > 0 ? namedPayouts : similarities, ({ payout }) => payout.payer)
  const nearPayouts = (group: readonly Similarity[]) =>
    group.filter((one) => one.near).map((one) => ({ ...one, cents: one.net }))
  const countWord = (sum: readonly Similarity[]) => (sum.length === 2 ? 'Two' : 'Three')
  const sumsOfSeveral =
    namedPayouts.length === 0 && mentionsDeposit(text) ? findSums(cents, nearPayouts(similarities)) : []
  const deposits = sumsOfSeveral
    .filter((sum) => new Set(sum.map(({ payout }) => payout.payer)).size > 1)
    .map((sum) => ({
      payoutIds: idsOf(sum),
      why: `${countWord(sum)} payouts add up to exactly this amount; the bank doesn’t name a known payer`,
      score: 30,
    }))
  const candidatesOfOne = [...payers.values()].flatMap((group) =>
    findSums(cents, nearPayouts(group)).map((sum) => {
      const payerNote = namedPayouts.length > 0 ? '' : '; the bank doesn’t name a known payer'
      const score = sum.some(({ number }) => number) ? 92 : namedPayouts.length > 0 ? 60 : 40
      return {
        payoutIds: idsOf(sum),
        why: `${countWord(sum)} payouts from one payer add up to exactly this amount${payerNote}`,
        score,
      }
    }),
  )
  return [...candidatesOfOne, ...deposits]
}

/** Even a payer who pays daily has fewer payouts near a day. */
const maxPartialDeposits = 60

const isPartialDeposit = ({ cents }: BankLineFacts, { number, payer, near, net }: Similarity): boolean =>
  (number || (payer && near)) && cents < net

/** Several lines of the same payer, including this one, sum up to the payout. */
function partialDepositCandidate(
  { cents, currency }: BankLineFacts,
  { payout, number, net }: Similarity,
  others: readonly (BankLineFacts & { readonly written: string })[],
): BankCandidate | null {
  const rest = net - cents
  const relatedLines = others.filter((other) => {
    if (other.currency !== currency || other.cents > rest) return false
    const namesFound = findNames(other.written, payout)
    return namesFound.number || (namesFound.payer && areNear(other.day, payout.day))
  })
  const exactLine = relatedLines.find((other) => other.cents === rest)
  const group = exactLine ? [exactLine] : findSums(rest, relatedLines).find(({ length }) => length < maxCombinedPayouts)
  if (!group) return null
  const amounts = group.map((other) => moneyText(other.cents, currency)).join(' and ')
  const why = `Partial deposit: with the ${amounts} line${exactLine ? '' : 's'}, it adds up to exactly this payout`
  return { payoutIds: [payout.id], why, score: number ? 95 : 55 }
}
