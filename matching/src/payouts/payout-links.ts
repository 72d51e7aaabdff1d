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
const candidatesAtMost = 9
/** Days. Employers pay within about a year, and lines are often dated with the payment. */
const longestWait = 400
/** Platforms and forms may record a gift on slightly different days. */
const daysApart = 3

const moneyOf = (line: PayoutLineFacts): number => line.giftCents + line.matchCents
const amountOf = (line: PayoutLineFacts): number => line.statedGiftCents ?? (line.giftCents || line.matchCents)

/** Returns a key that is equal for spellings of one name, such as "Gap Inc." and "gap". */
export const companyKey = (name: string): string => coreName(normalizeName(name))

const plain = (text: string): string =>
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
type Shelves = {
  readonly byId: ReadonlyMap<string, readonly PayableGift[]>
  readonly byEmail: ReadonlyMap<string, readonly PayableGift[]>
  readonly byName: ReadonlyMap<string, readonly PayableGift[]>
  readonly byCompany: ReadonlyMap<string, readonly PayableGift[]>
  /** Unpaid gifts by company, amount, and each word of the donor's name. */
  readonly byWord: ReadonlyMap<string, readonly PayableGift[]>
  readonly taken: ReadonlySet<number>
}

const shelve = (
  gifts: readonly PayableGift[],
  keysOf: (gift: PayableGift) => string | readonly string[],
): Map<string, PayableGift[]> => {
  const shelf = new Map<string, PayableGift[]>()
  for (const gift of gifts) {
    for (const key of [keysOf(gift)].flat()) {
      if (key === '') continue
      const same = shelf.get(key)
      if (same) same.push(gift)
      else shelf.set(key, [gift])
    }
  }
  return shelf
}

/** Initials are omitted because they are not distinctive. */
const wordsOf = (name: string): string[] => [...new Set(name.split(' ').filter(({ length }) => length > 2))]

const shelfKey = (company: string, cents: number): string => (company === '' ? '' : `${cents} ${company}`)

/** Returns a key of the request; empty without an id. It contains the person, because ids may be reused. */
export const requestKey = (
  line: Pick<PayoutLineFacts, 'payer' | 'currency' | 'lineId' | 'donorEmail' | 'donorName'>,
): string =>
  line.lineId === ''
    ? ''
    : [line.payer, line.currency, line.lineId, line.donorEmail.toLowerCase() || plain(line.donorName)].join('\n')

/** Returns one tie per line, in order. `earlier` maps requests to the gifts of earlier payouts. */
export function linkPayoutLines(
  lines: readonly PayoutLineFacts[],
  gifts: readonly PayableGift[],
  earlier: ReadonlyMap<string, number> = new Map(),
): PayoutLineLink[] {
  const taken = new Set<number>()
  const shelves: Shelves = {
    taken,
    byId: shelve(gifts, ({ transactionId }) => transactionId ?? ''),
    byEmail: shelve(gifts, ({ donorEmail }) => donorEmail.toLowerCase()),
    byName: shelve(gifts, ({ donorName }) => plain(donorName)),
    byCompany: shelve(gifts, ({ company, amountCents }) => shelfKey(company, amountCents)),
    byWord: shelve(
      gifts.filter(({ isPaid, company }) => !isPaid && company !== ''),
      ({ company, amountCents, donorName }) =>
        wordsOf(plain(donorName)).map((word) => `${shelfKey(company, amountCents)} ${word}`),
    ),
  }
  const before = new Map<string, PayoutLineLink>(
    [...earlier].map(([key, giftId]) => [key, { tie: 'clear', by: 'earlier_line', giftId }]),
  )
  return lines.map((line, at) => {
    const key = requestKey(line)
    const tie = tieOne(line, shelves, before.get(key))
    if (tie.tie === 'clear') taken.add(tie.giftId)
    if (key !== '' && line.kind !== 'gift' && !before.has(key))
      before.set(key, tie.tie === 'new' ? { tie: 'new', as: at } : tie)
    return tie
  })
}

function tieOne(line: PayoutLineFacts, shelves: Shelves, same: PayoutLineLink | undefined): PayoutLineLink {
  // The donor's own money does not come from an employer, so it belongs to no match.
  if (line.kind === 'gift') return { tie: 'new' }
  const named = namedGifts(line, shelves)
  if (named.length === 1 && named[0]) return { tie: 'clear', by: 'id', giftId: named[0].id }
  if (same?.tie === 'clear') return { tie: 'clear', by: 'earlier_line', giftId: same.giftId }
  if (same) return same
  // A reversal is not a separate match. A person decides if its original line is unknown.
  if (moneyOf(line) < 0) return { tie: 'doubtful', candidates: candidatesOf(line, shelves) }
  if (line.kind === 'reward') return { tie: 'new' }
  if (named.length > 1) {
    return { tie: 'doubtful', candidates: listed(named.map((gift) => worth(gift, 'The line names this gift', 90))) }
  }
  const expecting = line.isTyped ? expectingOf(line, shelves) : []
  const [one, another] = expecting.filter(({ company }) => company !== '' && company === line.company)
  if (one && !another) return { tie: 'clear', by: 'expected', giftId: one.id }
  if (expecting.length > 0) {
    const why = 'Same donor and exactly the expected amount'
    const offered = expecting.map((gift) => worth(gift, why, 90))
    return { tie: 'doubtful', candidates: listed([...offered, ...candidatesOf(line, shelves)]) }
  }
  const exact = of(shelves, 'byEmail', line.donorEmail.toLowerCase(), line).filter(
    (gift) => !line.isTyped && gift.day === line.day && gift.amountCents === amountOf(line),
  )
  const [only] = exact
  if (exact.length === 1 && only && !only.isPaid) {
    return { tie: 'clear', by: 'email_amount_date', giftId: only.id }
  }
  const candidates = listed([...togetherOf(line, shelves), ...candidatesOf(line, shelves)])
  return candidates.length === 0 ? { tie: 'new' } : { tie: 'doubtful', candidates }
}

const of = (
  shelves: Shelves,
  shelf: Exclude<keyof Shelves, 'taken'>,
  key: string,
  line: PayoutLineFacts,
): readonly PayableGift[] =>
  (shelves[shelf].get(key) ?? [])
    .filter(({ currency }) => currency === line.currency)
    .map((gift) => (shelves.taken.has(gift.id) ? { ...gift, isPaid: true } : gift))

function namedGifts(line: PayoutLineFacts, shelves: Shelves): PayableGift[] {
  const found = [...line.references, line.lineId].flatMap((text) => of(shelves, 'byId', text, line))
  return [...new Map(found.map((gift) => [gift.id, gift])).values()]
}

/** The expected amount equals the line's money. */
function expectingOf(line: PayoutLineFacts, shelves: Shelves): PayableGift[] {
  const ofDonor =
    line.donorEmail === ''
      ? of(shelves, 'byName', plain(line.donorName), line)
      : of(shelves, 'byEmail', line.donorEmail.toLowerCase(), line)
  const found = ofDonor.filter(
    (gift) => gift.expectedCents === line.matchCents && !gift.isPaid && isNear(daysFrom(gift, line)),
  )
  return [...new Map(found.map((gift) => [gift.id, gift])).values()]
}

const combinedAtMost = 12

/** All of the donor's matches at the company, otherwise the fewest with this sum. */
function togetherOf(line: PayoutLineFacts, shelves: Shelves): PayoutLinkCandidate[] {
  const found = [
    ...of(shelves, 'byEmail', line.donorEmail.toLowerCase(), line),
    ...of(shelves, 'byName', plain(line.donorName), line),
  ].filter(
    (gift) =>
      (gift.expectedCents ?? 0) > 0 &&
      !gift.isPaid &&
      isNear(daysFrom(gift, line)) &&
      (line.company === '' || gift.company === line.company),
  )
  const open = [...new Map(found.map((gift) => [gift.id, gift])).values()]
  const together = sumsTo(open, line.matchCents) ? open : fewest(open.slice(0, combinedAtMost), line.matchCents)
  if (together.length < 2) return []
  const why = `${together.length} of this donor’s matches add up to exactly this amount`
  return together.map((gift) => ({ ...worth(gift, why, 88), partCents: gift.expectedCents ?? 0 }))
}

const sumsTo = (gifts: readonly PayableGift[], cents: number): boolean =>
  gifts.reduce((sum, { expectedCents }) => sum + (expectedCents ?? 0), 0) === cents

function fewest(gifts: readonly PayableGift[], cents: number): readonly PayableGift[] {
  let best: readonly PayableGift[] = []
  for (let chosen = 1; chosen < 2 ** gifts.length; chosen++) {
    const some = gifts.filter((_, at) => (chosen >> at) % 2 === 1)
    if (some.length > 1 && (best.length === 0 || some.length < best.length) && sumsTo(some, cents)) best = some
  }
  return best
}

const isNear = (days: number | null): boolean => days === null || (days <= longestWait && days >= -daysApart)

const worth = (gift: PayableGift, why: string, score: number): PayoutLinkCandidate => ({
  giftId: gift.id,
  why: gift.isPaid ? `${why}; this match has already received money` : why,
  score: gift.isPaid ? score - 20 : score,
})

const listed = (candidates: readonly PayoutLinkCandidate[]): PayoutLinkCandidate[] => {
  const best = new Map<number, PayoutLinkCandidate>()
  for (const one of candidates) if ((best.get(one.giftId)?.score ?? -1) < one.score) best.set(one.giftId, one)
  return [...best.values()]
    .sort((one, other) => other.score - one.score || other.giftId - one.giftId)
    .slice(0, candidatesAtMost)
}

function candidatesOf(line: PayoutLineFacts, shelves: Shelves): PayoutLinkCandidate[] {
  const name = plain(line.donorName)
  const email = line.donorEmail.toLowerCase()
  const ofPerson = listed([
    ...of(shelves, 'byEmail', email, line).flatMap((gift) => likeness(gift, line, 'email')),
    ...of(shelves, 'byName', name, line).flatMap((gift) => likeness(gift, line, 'name')),
  ])
  // Other amounts of the same person are offered only if nothing fits better.
  const strong = ofPerson.filter(({ score }) => score >= 50)
  if (strong.length > 0) return strong
  if (ofPerson.length > 0) return ofPerson
  if (name !== '') return listed(ofLikeName(line, shelves))
  if (email !== '') return []
  return listed(
    of(shelves, 'byCompany', shelfKey(line.company, amountOf(line)), line).flatMap((gift) => {
      const days = daysFrom(gift, line)
      if (days === null || Math.abs(days) > daysApart) return []
      const when = days === 0 ? 'day' : `a gift ${inDays(days)}`
      return [worth(gift, `No donor on the line; same company, amount, and ${when}`, days === 0 ? 65 : 55)]
    }),
  )
}

const sharersAtMost = 100

/** Names differ because of typing errors, other platforms, and spouses. */
function ofLikeName(line: PayoutLineFacts, shelves: Shelves): PayoutLinkCandidate[] {
  const told = plain(line.donorName)
  const shared = new Map<PayableGift, number>()
  for (const word of wordsOf(told)) {
    const key = `${shelfKey(line.company, amountOf(line))} ${word}`
    if ((shelves.byWord.get(key)?.length ?? 0) > sharersAtMost) continue
    for (const gift of shelves.byWord.get(key) ?? []) {
      if (gift.currency === line.currency && !shelves.taken.has(gift.id)) shared.set(gift, (shared.get(gift) ?? 0) + 1)
    }
  }
  return [...shared].flatMap(([gift, words]) => {
    const days = daysFrom(gift, line)
    // Two different addresses usually mean two people.
    const isOther = line.donorEmail !== '' && gift.donorEmail !== ''
    const theirs = plain(gift.donorName)
    if (days === 0 && /\p{L}/u.test(lastWord(told)) && lastWord(told) === lastWord(theirs)) {
      return [worth(gift, 'Same last name, company, amount, and day; maybe a spouse', 50)]
    }
    const isLike = words > 1 || !isOther || countTypos(told, theirs) !== null
    return isNear(days) && isLike ? [worth(gift, 'Similar name; same company and amount', 40)] : []
  })
}

const lastWord = (name: string): string => name.slice(name.lastIndexOf(' ') + 1)

const inDays = (days: number): string => {
  const many = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `${many} later` : `${many} earlier`
}

function likeness(gift: PayableGift, line: PayoutLineFacts, by: 'email' | 'name'): PayoutLinkCandidate[] {
  const days = daysFrom(gift, line)
  if (!isNear(days)) return []
  const isAmount = gift.amountCents === Math.abs(amountOf(line))
  const another = by === 'name' && line.donorEmail !== '' && gift.donorEmail !== ''
  const who = by === 'email' ? 'Same email' : another ? 'Same name (different email)' : 'Same name'
  const worthOfWho = by === 'email' ? 10 : another ? 0 : 5
  if (isAmount && days === 0) return [worth(gift, `${who}, amount, and day`, 75 + worthOfWho)]
  if (isAmount) {
    const when = days === null ? 'the line has no date' : `the gift is ${inDays(days)}`
    return [worth(gift, `${who} and amount; ${when}`, 60 + worthOfWho - Math.min(9, Math.abs(days ?? 9)))]
  }
  const money = Math.abs(line.matchCents)
  const part = timesWords(money, gift.amountCents)
  if (days === 0 && by === 'email') return [worth(gift, `${who} and day; the match is ${part}`, 80)]
  if (days === 0 || by === 'email') return [worth(gift, `${who}; the match is ${part}`, 30 + worthOfWho)]
  return []
}

function timesWords(money: number, gift: number): string {
  if (money * 2 === gift) return 'half the gift'
  if (money === gift * 2) return 'twice the gift'
  if (gift > 0 && money % gift === 0) return `${money / gift} times the gift`
  return 'a different amount'
}
