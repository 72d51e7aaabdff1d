import { policyYearOf, readDay } from '../shared/calendar.ts'
import type { Currency } from '../shared/money.ts'
import { sumCents, wholeCents } from '../shared/money.ts'
import { type DeadlineTerms, deadlineOf } from './deadlines.ts'

/**
 * A gift below its company's minimum, or one that arrives beside such. `id` null is the one that is just arriving; `donatedAt` its wall clock.
 */
export type SmallDonation = {
  readonly id: number | null
  readonly donatedAt: string
  readonly amountCents: number
  /** Null or missing: not known. */
  readonly deductibleCents?: number | null | undefined
  /** Of a series: its first instalment, by which it has to be asked for. */
  readonly firstDonatedAt?: string | undefined
}

export type MergeFacts = {
  /** The donor's e-mail address, or what else tells the person. */
  readonly person: string
  readonly companyId: number
  /** Of the legal nonprofit: chapters that share it share their small gifts. */
  readonly ein: string
  /** Stands for the nonprofit where its EIN is not known. */
  readonly organizationId?: number | undefined
  readonly currency: Currency
  readonly donatedAt: string
  readonly policyYearStart: string
}

/** Chapters that share an EIN are one nonprofit: its small gifts and instalments are asked for together. */
export const legalNonprofit = ({ ein, organizationId }: Pick<MergeFacts, 'ein' | 'organizationId'>): string =>
  ein.replaceAll(/\D/g, '') || `organization ${organizationId ?? ''}`

/** Gifts with the same key may be merged. Null where the day cannot be read: such a gift is never merged. */
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
  /** In the gifts' currency. */
  readonly minimumCents: number
  readonly minimumPerGift: boolean
}

export type Merge = {
  /** The newest gift becomes the match. */
  readonly wholeId: number | null
  readonly partIds: readonly (number | null)[]
  readonly totalCents: number
  /** Earliest deadline of all parts: they are asked for together. */
  readonly deadline: ReturnType<typeof deadlineOf>
}

/**
 * Which gifts become one match, or null while they do not reach the minimum. A gift that reaches it by itself takes the
 * open ones below it in. A pure function of the set: the
 * order of the list changes nothing. Hand in the open 10s of one `mergeKey`; hand in the parts of an earlier merge
 * that the donor has not acted on too (each with its own amount), and gifts that arrive one by one sum up the same.
 */
export function planMerge(terms: MergeTerms, donations: readonly SmallDonation[], now: Date): Merge | null {
  const minimum = wholeCents(terms.minimumCents)
  if (terms.minimumPerGift || minimum === 0) return null
  const open = distinct(donations)
    .filter(({ donatedAt, amountCents }) => readDay(donatedAt) !== null && wholeCents(amountCents) > 0)
    .map((donation) => ({ ...donation, deadline: deadlineOf(terms, donation.firstDonatedAt ?? donation.donatedAt) }))
    .filter(({ deadline }) => !deadline || now <= deadline.at)
    .sort(oldestFirst)
  const whole = open.at(-1)
  const totalCents = sumCents(open.map(({ amountCents }) => amountCents))
  if (!whole || open.length < 2 || totalCents < minimum) return null
  const deadlines = open.flatMap(({ deadline }) => (deadline ? [deadline] : []))
  return {
    wholeId: whole.id,
    partIds: open.slice(0, -1).map(({ id }) => id),
    totalCents,
    deadline: deadlines.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null,
  }
}

function distinct(donations: readonly SmallDonation[]): SmallDonation[] {
  const byId = new Map<number | null, SmallDonation>()
  for (const donation of donations) if (!byId.has(donation.id)) byId.set(donation.id, donation)
  return [...byId.values()]
}

/** By wall clock, then by id; the arriving gift is the newest of its moment. */
function oldestFirst(a: SmallDonation, b: SmallDonation): number {
  if (a.donatedAt !== b.donatedAt) return a.donatedAt < b.donatedAt ? -1 : 1
  return (a.id ?? Number.POSITIVE_INFINITY) - (b.id ?? Number.POSITIVE_INFINITY)
}
