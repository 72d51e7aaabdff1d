import { coreName, normalizeName } from '../employers/company-names.ts'
import { countTypos } from '../employers/typos.ts'
import { readDay } from '../shared/calendar.ts'

/**
 * A link is certain by the id that the platform received, or by email, amount, and day of exactly one gift. For a typed
 * line, donor, company, and expected amount must fit exactly one match. A person decides on all others.
 */

export const payoutLineKinds = ['match', 'gift', 'gift_and_match', 'reward'] as const
export type PayoutLineKind = (typeof payoutLineKinds)[number]

/** Cents of the payout's currency. Days are 'YYYY-MM-DD'. */
export type PayoutLineFacts = {
  /** Ids are unique per payer. */
  readonly payer: string
  readonly kind: PayoutLineKind
  readonly lineId: string
  /** May contain the id of a gift. */
  readonly references: readonly string[]
  readonly donorName: string
  readonly donorEmail: string
  readonly giftCents: number
  readonly matchCents: number
  /** According to the report. Null if not reported. */
  readonly statedGiftCents: number | null
  /** The day of the gift; for a typed line, the day on which the check arrived. */
  readonly day: string | null
  /** Equal for equal companies. Empty if unknown. */
  readonly company: string
  readonly currency: string
  /** The money is the employer's, and the donor's gift is unknown. */
  readonly isTyped?: boolean
}

export type PayableGift = {
  readonly id: number
  readonly transactionId: string | null
  readonly donorName: string
  readonly donorEmail: string
  readonly amountCents: number
  readonly currency: string
  readonly day: string
  readonly company: string
  readonly isPaid: boolean
  /** May be the deductible part only. */
  readonly estimatedCents?: number
  /** Requested from the employer and unpaid. Null if nothing is expected. */
  readonly expectedCents?: number | null
}

export type PayoutLinkCandidate = {
  readonly giftId: number
  readonly why: string
  readonly score: number
  readonly partCents?: number
}

export const payoutLinkReasons = ['id', 'email_amount_date', 'expected', 'earlier_line'] as const
export type PayoutLinkReason = (typeof payoutLinkReasons)[number]

export type PayoutLineLink =
  | { readonly tie: 'clear'; readonly by: PayoutLinkReason; readonly giftId: number }
  | { readonly tie: 'doubtful'; readonly candidates: readonly PayoutLinkCandidate[] }
  /** No gift fits. `as` is the index of an earlier line with the same id. */
  | { readonly tie: 'new'; readonly as?: number }

/** Limits the list to what a person can compare. */
const maxCandidates = 9
/** Days. Employers pay within about a year, and lines are often dated with the payment. */
const maxWaitDays = 400
/** Platforms and forms may record a gift on slightly different days. */
const maxDaysApart = 3

const moneyOf = (line: PayoutLineFacts): number => line.giftCents + line.matchCents
const amountOf = (line: PayoutLineFacts): number => line.statedGiftCents ?? (line.giftCents || line.matchCents)

/** Returns a key that is equal for spellings of one name, such as "Gap Inc." and "gap". */
export const companyKey = (name: string): string => coreName(normalizeName(name))

const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function daysFrom(gift: PayableGift, line: PayoutLineFacts): number | null {
  const from = readDay(gift.day)
  const to = line.day === null ? null : readDay(line.day)
  return from === null || to === null ? null : to - from
}

/** Thousands of lines and gifts are not compared pairwise. */
type GiftIndex = {
  readonly byId: ReadonlyMap<string, readonly PayableGift[]>
  readonly byEmail: ReadonlyMap<string, readonly PayableGift[]>
  readonly byName: ReadonlyMap<string, readonly PayableGift[]>
  readonly byCompany: ReadonlyMap<string, readonly PayableGift[]>
  /** Unpaid gifts by company, amount, and each word of the donor's name. */
  readonly byWord: ReadonlyMap<string, readonly PayableGift[]>
  readonly linkedGiftIds: ReadonlySet<number>
}

const groupGifts = (
  gifts: readonly PayableGift[],
  keysOf: (gift: PayableGift) => string | readonly string[],
): Map<string, PayableGift[]> => {
  const groups = new Map<string, PayableGift[]>()
  for (const gift of gifts) {
    for (const key of [keysOf(gift)].flat()) {
      if (key === '') continue
      const group = groups.get(key)
      if (group) group.push(gift)
      else groups.set(key, [gift])
    }
  }
  return groups
}

const suffix = /^(jr|sr|ii|iii|iv|md|phd|esq)$/

/** Words after the first one, also of a name in parentheses: "Ana Lee (spouse of Li Wu)". */
const surnamesOf = (name: string): string[][] =>
  name.split(/[()]/).map((part) =>
    simplify(part)
      .split(' ')
      .slice(1)
      .filter((word) => /^\p{L}{2,}$/u.test(word) && !suffix.test(word)),
  )

const haveSameLastName = (one: string, other: string): boolean => {
  const [surnames, others] = [surnamesOf(one), surnamesOf(other)]
  const isIn = (last: string | undefined, names: readonly (readonly string[])[]) =>
    last !== undefined && names.flat().includes(last)
  return surnames.some((part) => isIn(part.at(-1), others)) || others.some((part) => isIn(part.at(-1), surnames))
}

/** Initials are omitted because they are not distinctive. */
const wordsOf = (name: string): string[] => [
  ...new Set([
    ...simplify(name)
      .split(' ')
      .filter(({ length }) => length > 2),
    ...surnamesOf(name).flatMap((part) => part.at(-1) ?? []),
  ]),
]

const companyAmountKey = (company: string, cents: number): string => (company === '' ? '' : `${cents} ${company}`)

/** Returns a key of the request; empty without an id. It contains the person, because ids may be reused. */
export const requestKey = (
  line: Pick<PayoutLineFacts, 'payer' | 'currency' | 'lineId' | 'donorEmail' | 'donorName'>,
): string =>
  line.lineId === ''
    ? ''
    : [line.payer, line.currency, line.lineId, line.donorEmail.toLowerCase() || simplify(line.donorName)].join('\n')

/** Returns one tie per line, in order. `earlier` maps requests to the gifts of earlier payouts. */
export function linkPayoutLines(
  lines: readonly PayoutLineFacts[],
  gifts: readonly PayableGift[],
  earlier: ReadonlyMap<string, number> = new Map(),
): PayoutLineLink[] {
  const linkedGiftIds = new Set<number>()
  const index: GiftIndex = {
    linkedGiftIds,
    byId: groupGifts(gifts, ({ transactionId }) => transactionId ?? ''),
    byEmail: groupGifts(gifts, ({ donorEmail }) => donorEmail.toLowerCase()),
    byName: groupGifts(gifts, ({ donorName }) => simplify(donorName)),
    byCompany: groupGifts(gifts, ({ company, amountCents }) => companyAmountKey(company, amountCents)),
    byWord: groupGifts(
      gifts.filter(({ isPaid, company }) => !isPaid && company !== ''),
      ({ company, amountCents, estimatedCents, donorName }) =>
        [...new Set([amountCents, estimatedCents ?? 0])].flatMap((cents) =>
          wordsOf(donorName).map((word) => `${companyAmountKey(company, cents)} ${word}`),
        ),
    ),
  }
  const linksByRequest = new Map<string, PayoutLineLink>(
    [...earlier].map(([key, giftId]) => [key, { tie: 'clear', by: 'earlier_line', giftId }]),
  )
  return lines.map((line, lineIndex) => {
    const key = requestKey(line)
    const link = linkLine(line, index, linksByRequest.get(key))
    if (link.tie === 'clear') linkedGiftIds.add(link.giftId)
    if (key !== '' && line.kind !== 'gift' && !linksByRequest.has(key))
      linksByRequest.set(key, link.tie === 'new' ? { tie: 'new', as: lineIndex } : link)
    return link
  })
}

function linkLine(line: PayoutLineFacts, index: GiftIndex, requestLink: PayoutLineLink | undefined): PayoutLineLink {
  // The donor's own money does not come from an employer, so it belongs to no match.
  if (line.kind === 'gift') return { tie: 'new' }
  const giftsOfIds = namedGifts(line, index)
  if (giftsOfIds.length === 1 && giftsOfIds[0]) return { tie: 'clear', by: 'id', giftId: giftsOfIds[0].id }
  if (requestLink?.tie === 'clear') return { tie: 'clear', by: 'earlier_line', giftId: requestLink.giftId }
  if (requestLink) return requestLink
  // A reversal is not a separate match. A person decides if its original line is unknown.
  if (moneyOf(line) < 0) return { tie: 'doubtful', candidates: candidatesOf(line, index) }
  if (line.kind === 'reward') return { tie: 'new' }
  if (giftsOfIds.length > 1) {
    return {
      tie: 'doubtful',
      candidates: rankCandidates(giftsOfIds.map((gift) => candidateFor(gift, 'The line names this gift', 90))),
    }
  }
  const expectingGifts = line.isTyped ? findExpectingGifts(line, index) : []
  const [firstGift, secondGift] = expectingGifts.filter(({ company }) => company !== '' && company === line.company)
  if (firstGift && !secondGift) return { tie: 'clear', by: 'expected', giftId: firstGift.id }
  if (expectingGifts.length > 0) {
    const reason = 'Same donor and exactly the expected amount'
    const expectedCandidates = expectingGifts.map((gift) => candidateFor(gift, reason, 90))
    return { tie: 'doubtful', candidates: rankCandidates([...expectedCandidates, ...candidatesOf(line, index)]) }
  }
  const exactGifts = lookUp(index, 'byEmail', line.donorEmail.toLowerCase(), line).filter(
    (gift) => !line.isTyped && gift.day === line.day && gift.amountCents === amountOf(line),
  )
  const [onlyGift] = exactGifts
  if (exactGifts.length === 1 && onlyGift && !onlyGift.isPaid) {
    return { tie: 'clear', by: 'email_amount_date', giftId: onlyGift.id }
  }
  const equalCandidates =
    exactGifts.length < 2
      ? []
      : exactGifts.map((gift) =>
          candidateFor(gift, `Same email, amount, and day; ${exactGifts.length} gifts fit equally`, 86),
        )
  const candidates = rankCandidates([
    ...combinedCandidates(line, index),
    ...equalCandidates,
    ...candidatesOf(line, index),
  ])
  return candidates.length === 0 ? { tie: 'new' } : { tie: 'doubtful', candidates }
}

const lookUp = (
  index: GiftIndex,
  field: Exclude<keyof GiftIndex, 'linkedGiftIds'>,
  key: string,
  line: PayoutLineFacts,
): readonly PayableGift[] =>
  (index[field].get(key) ?? [])
    .filter(({ currency }) => currency === line.currency)
    .map((gift) => (index.linkedGiftIds.has(gift.id) ? { ...gift, isPaid: true } : gift))

function namedGifts(line: PayoutLineFacts, index: GiftIndex): PayableGift[] {
  const found = [...line.references, line.lineId].flatMap((text) => lookUp(index, 'byId', text, line))
  return [...new Map(found.map((gift) => [gift.id, gift])).values()]
}

/** The expected amount equals the line's money. */
function findExpectingGifts(line: PayoutLineFacts, index: GiftIndex): PayableGift[] {
  const donorGifts =
    line.donorEmail === ''
      ? lookUp(index, 'byName', simplify(line.donorName), line)
      : lookUp(index, 'byEmail', line.donorEmail.toLowerCase(), line)
  const found = donorGifts.filter(
    (gift) => gift.expectedCents === line.matchCents && !gift.isPaid && isNear(daysFrom(gift, line)),
  )
  return [...new Map(found.map((gift) => [gift.id, gift])).values()]
}

const maxCombined = 12

/** All of the donor's matches at the company, otherwise the fewest with this sum. */
function combinedCandidates(line: PayoutLineFacts, index: GiftIndex): PayoutLinkCandidate[] {
  const found = [
    ...lookUp(index, 'byEmail', line.donorEmail.toLowerCase(), line),
    ...lookUp(index, 'byName', simplify(line.donorName), line),
  ].filter(
    (gift) =>
      (gift.expectedCents ?? 0) > 0 &&
      !gift.isPaid &&
      isNear(daysFrom(gift, line)) &&
      (line.company === '' || gift.company === line.company),
  )
  const openGifts = [...new Map(found.map((gift) => [gift.id, gift])).values()]
  const combined = addUpTo(openGifts, line.matchCents)
    ? openGifts
    : findFewest(openGifts.slice(0, maxCombined), line.matchCents)
  if (combined.length < 2) return []
  const reason = `${combined.length} of this donor’s matches add up to exactly this amount`
  return combined.map((gift) => ({ ...candidateFor(gift, reason, 88), partCents: gift.expectedCents ?? 0 }))
}

const addUpTo = (gifts: readonly PayableGift[], cents: number): boolean =>
  gifts.reduce((sum, { expectedCents }) => sum + (expectedCents ?? 0), 0) === cents

function findFewest(gifts: readonly PayableGift[], cents: number): readonly PayableGift[] {
  let best: readonly PayableGift[] = []
  for (let mask = 1; mask < 2 ** gifts.length; mask++) {
    const subset = gifts.filter((_, index) => (mask >> index) % 2 === 1)
    if (subset.length > 1 && (best.length === 0 || subset.length < best.length) && addUpTo(subset, cents)) best = subset
  }
  return best
}

const isNear = (days: number | null): boolean => days === null || (days <= maxWaitDays && days >= -maxDaysApart)

const candidateFor = (gift: PayableGift, reason: string, score: number): PayoutLinkCandidate => ({
  giftId: gift.id,
  why: gift.isPaid ? `${reason}; this match has already received money` : reason,
  score: gift.isPaid ? score - 20 : score,
})

const rankCandidates = (candidates: readonly PayoutLinkCandidate[]): PayoutLinkCandidate[] => {
  const best = new Map<number, PayoutLinkCandidate>()
  for (const candidate of candidates)
    if ((best.get(candidate.giftId)?.score ?? -1) < candidate.score) best.set(candidate.giftId, candidate)
  return [...best.values()].sort((a, b) => b.score - a.score || b.giftId - a.giftId).slice(0, maxCandidates)
}

function candidatesOf(line: PayoutLineFacts, index: GiftIndex): PayoutLinkCandidate[] {
  const name = simplify(line.donorName)
  const email = line.donorEmail.toLowerCase()
  const personCandidates = rankCandidates([
    ...lookUp(index, 'byEmail', email, line).flatMap((gift) => compareGift(gift, line, 'email')),
    ...lookUp(index, 'byName', name, line).flatMap((gift) => compareGift(gift, line, 'name')),
  ])
  // Other amounts of the same person are offered only if nothing fits better.
  const strong = personCandidates.filter(({ score }) => score >= 50)
  if (strong.length > 0) return strong
  if (personCandidates.length > 0) return personCandidates
  if (name !== '') return rankCandidates(similarNameCandidates(line, index))
  if (email !== '') return []
  return rankCandidates(
    lookUp(index, 'byCompany', companyAmountKey(line.company, amountOf(line)), line).flatMap((gift) => {
      const days = daysFrom(gift, line)
      if (days === null || Math.abs(days) > maxDaysApart) return []
      const dayNote = days === 0 ? 'day' : `a gift ${inDays(days)}`
      return [candidateFor(gift, `No donor on the line; same company, amount, and ${dayNote}`, days === 0 ? 65 : 55)]
    }),
  )
}

const maxGiftsPerWord = 100

/** Names differ because of typing errors, other platforms, and spouses. */
function similarNameCandidates(line: PayoutLineFacts, index: GiftIndex): PayoutLinkCandidate[] {
  const sharedWords = new Map<PayableGift, number>()
  const keys = [...new Set([amountOf(line), line.matchCents])].flatMap((cents) =>
    wordsOf(line.donorName).map((word) => `${companyAmountKey(line.company, cents)} ${word}`),
  )
  for (const key of keys) {
    if ((index.byWord.get(key)?.length ?? 0) > maxGiftsPerWord) continue
    for (const gift of index.byWord.get(key) ?? []) {
      if (gift.currency === line.currency && !index.linkedGiftIds.has(gift.id))
        sharedWords.set(gift, (sharedWords.get(gift) ?? 0) + 1)
    }
  }
  return [...sharedWords].flatMap(([gift, words]) => {
    const days = daysFrom(gift, line)
    // Two different addresses usually mean two people.
    const hasOtherEmail = line.donorEmail !== '' && gift.donorEmail !== ''
    if (days === 0 && haveSameLastName(line.donorName, gift.donorName)) {
      return [candidateFor(gift, 'Same last name, company, amount, and day; maybe a spouse', 50)]
    }
    const isSimilar =
      words > 1 || !hasOtherEmail || countTypos(simplify(line.donorName), simplify(gift.donorName)) !== null
    return isNear(days) && isSimilar ? [candidateFor(gift, 'Similar name; same company and amount', 40)] : []
  })
}

const inDays = (days: number): string => {
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `${count} later` : `${count} earlier`
}

function compareGift(gift: PayableGift, line: PayoutLineFacts, by: 'email' | 'name'): PayoutLinkCandidate[] {
  const days = daysFrom(gift, line)
  if (!isNear(days)) return []
  const isSameAmount = gift.amountCents === Math.abs(amountOf(line))
  const hasOtherEmail = by === 'name' && line.donorEmail !== '' && gift.donorEmail !== ''
  const identity = by === 'email' ? 'Same email' : hasOtherEmail ? 'Same name (different email)' : 'Same name'
  const identityScore = by === 'email' ? 10 : hasOtherEmail ? 0 : 5
  if (isSameAmount && days === 0) {
    const emailNote = by === 'name' && line.donorEmail === '' ? '; the line has no email' : ''
    return [candidateFor(gift, `${identity}, amount, and day${emailNote}`, 75 + identityScore)]
  }
  if (isSameAmount) {
    const dayNote = days === null ? 'the line has no date' : `the gift is ${inDays(days)}`
    return [
      candidateFor(gift, `${identity} and amount; ${dayNote}`, 60 + identityScore - Math.min(9, Math.abs(days ?? 9))),
    ]
  }
  const money = Math.abs(line.matchCents)
  const amountNote = ratioText(money, gift.amountCents)
  if (days === 0 && by === 'email') return [candidateFor(gift, `${identity} and day; the match is ${amountNote}`, 80)]
  if (days === 0 || by === 'email')
    return [candidateFor(gift, `${identity}; the match is ${amountNote}`, 30 + identityScore)]
  return []
}

function ratioText(money: number, gift: number): string {
  if (money * 2 === gift) return 'half the gift'
  if (money === gift * 2) return 'twice the gift'
  if (gift > 0 && money % gift === 0) return `${money / gift} times the gift`
  return 'a different amount'
}
