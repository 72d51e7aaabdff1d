import { policyYearOf, readDay } from '../shared/calendar.ts'
import type { Currency } from '../shared/money.ts'
import { sumCents, wholeCents } from '../shared/money.ts'
import { type DeadlineTerms, deadlineOf } from './deadlines.ts'

/** `id` is null for a new gift. `donatedAt` is in local time. */
export type SmallDonation = {
  readonly id: number | null
  readonly donatedAt: string
  readonly amountCents: number
  readonly deductibleCents?: number | null | undefined
  /** The first installment of a series determines the deadline. */
  readonly firstDonatedAt?: string | undefined
}

export type MergeFacts = {
  /** The donor's email address or another identifier. */
  readonly person: string
  readonly companyId: number
  /** Chapters with the same EIN share their small gifts. */
  readonly ein: string
  readonly organizationId?: number | undefined
  readonly currency: Currency
  readonly donatedAt: string
  readonly policyYearStart: string
}

/** Returns the key of a legal nonprofit: chapters with the same EIN count as one. */
export const legalNonprofit = ({ ein, organizationId }: Pick<MergeFacts, 'ein' | 'organizationId'>): string =>
  ein.replaceAll(/\D/g, '') || `organization ${organizationId ?? ''}`

/** Returns the key of gifts that may be merged, or null for an invalid day, which is never merged. */
export function mergeKey({
  person,
  companyId,
  ein,
  organizationId,
  currency,
  donatedAt,
  policyYearStart,
}: MergeFacts): string | null {
  const year = policyYearOf(donatedAt, policyYearStart)
  if (!year || person.trim() === '') return null
  const legal = legalNonprofit({ ein, organizationId })
  return JSON.stringify([person.trim().toLowerCase(), companyId, legal, year.firstDay, currency])
}

export type MergeTerms = DeadlineTerms & {
  readonly minimumCents: number
  readonly minimumPerGift: boolean
}

export type Merge = {
  /** The newest gift becomes the match. */
  readonly combinedMatchId: number | null
  readonly partIds: readonly (number | null)[]
  readonly totalCents: number
  /** The earliest of all parts, because they are requested together. */
  readonly deadline: ReturnType<typeof deadlineOf>
}

/**
 * Returns the gifts to combine, or null below the minimum. Pass the open gifts in status 10 with the same `mergeKey`.
 * Pass parts of an earlier merge without a donor action, too, so that the order of arrival does not matter.
 */
export function planMerge(terms: MergeTerms, donations: readonly SmallDonation[], now: Date): Merge | null {
  const minimum = wholeCents(terms.minimumCents)
  if (terms.minimumPerGift || minimum === 0) return null
  const openGifts = distinct(donations)
    .filter(({ donatedAt, amountCents }) => readDay(donatedAt) !== null && wholeCents(amountCents) > 0)
    .map((donation) => ({ ...donation, deadline: deadlineOf(terms, donation.firstDonatedAt ?? donation.donatedAt) }))
    .filter(({ deadline }) => !deadline || now <= deadline.at)
    .sort(oldestFirst)
  const newestGift = openGifts.at(-1)
  const totalCents = sumCents(openGifts.map(({ amountCents }) => amountCents))
  if (!newestGift || openGifts.length < 2 || totalCents < minimum) return null
  const deadlines = openGifts.flatMap(({ deadline }) => (deadline ? [deadline] : []))
  return {
    combinedMatchId: newestGift.id,
    partIds: openGifts.slice(0, -1).map(({ id }) => id),
    totalCents,
    deadline: deadlines.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null,
  }
}

function distinct(donations: readonly SmallDonation[]): SmallDonation[] {
  const byId = new Map<number | null, SmallDonation>()
  for (const donation of donations) if (!byId.has(donation.id)) byId.set(donation.id, donation)
  return [...byId.values()]
}

/** The local time decides, then the id. A new gift is the newest of its time. */
function oldestFirst(a: SmallDonation, b: SmallDonation): number {
  if (a.donatedAt !== b.donatedAt) return a.donatedAt < b.donatedAt ? -1 : 1
  return (a.id ?? Number.POSITIVE_INFINITY) - (b.id ?? Number.POSITIVE_INFINITY)
}
