import { endOfDay, policyYearOf, readDay } from '../shared/calendar.ts'
import type { StatusId } from '../statuses/statuses.ts'
import { type DeadlineTerms, deadlineOf } from './deadlines.ts'

/** Days, with tolerance for months of different lengths and for weekends. */
const cadences = {
  weekly: { days: 7, least: 6, most: 8 },
  fortnightly: { days: 14, least: 13, most: 15 },
  monthly: { days: 30, least: 27, most: 34 },
  quarterly: { days: 91, least: 87, most: 96 },
  yearly: { days: 365, least: 351, most: 380 },
} as const

export type Cadence = keyof typeof cadences
const cadenceNames = Object.keys(cadences).filter((name): name is Cadence => Object.hasOwn(cadences, name))

/** One donor, organization, and employer. `recurringId` is from the file or the API. */
export type SeriesDonation = {
  readonly id: number
  readonly donatedAt: string
  readonly amountCents: number
  readonly recurringId?: string | null | undefined
  readonly frequency?: string | null | undefined
}

const frequencyWords: readonly (readonly [Cadence, RegExp])[] = [
  ['fortnightly', /\b(fortnight(ly)?|bi-?weekly|every (two|2) weeks|semi-?monthly|twice a month)\b/i],
  ['weekly', /\b(weekly|every week|1 ?week|each week|week)\b/i],
  ['quarterly', /\b(quarter(ly)?|every (three|3) months|3 ?months?)\b/i],
  ['yearly', /\b(year(ly)?|annual(ly)?|every year|12 ?months?|per annum|once a year)\b/i],
  ['monthly', /\b(month(ly)?|every month|1 ?month|sustain(er|ing)|recurring monthly|mensuel(le)?|mensual)\b/i],
]

/** Returns the interval of a frequency column such as "every 3 months", or null. */
export function readFrequency(text: string | null | undefined): Cadence | null {
  const words = (text ?? '').slice(0, 60)
  if (/\b(one|once|single|non-?recurring|not recurring|never)\b(?! a year)/i.test(words)) return null
  return frequencyWords.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

export type Series = {
  /** Null while a named series has too few gifts. */
  readonly cadence: Cadence | null
  readonly gifts: readonly SeriesDonation[]
}

/** Detection is quadratic, so only the newest equal gifts are considered. */
const maxUnnamedGifts = 400

type Dated = { readonly gift: SeriesDonation; readonly day: number }

/**
 * Returns the recurring series. A series has a name, or equal gifts at the interval of their frequency column. Gifts
 * without a valid day are ignored; the order does not matter.
 */
export function detectSeries(donations: readonly SeriesDonation[]): Series[] {
  const dated = donations
    .flatMap((gift) => {
      const day = readDay(gift.donatedAt)
      return day === null ? [] : [{ gift, day }]
    })
    .sort((a, b) => a.day - b.day || a.gift.id - b.gift.id)
  const namedSeries = Map.groupBy(
    dated.filter(({ gift }) => gift.recurringId),
    ({ gift }) => gift.recurringId ?? '',
  )
  const unnamedSeries = Map.groupBy(
    dated.filter(({ gift }) => !gift.recurringId && readFrequency(gift.frequency) !== null),
    ({ gift }) => `${gift.amountCents} ${readFrequency(gift.frequency)}`,
  )
  return [
    ...[...namedSeries.values()].map((members) => seriesOf(members)),
    ...[...unnamedSeries.values()].flatMap((equalGifts) => findChains(equalGifts.slice(-maxUnnamedGifts))),
  ]
}

const seriesOf = (members: readonly Dated[], cadence: Cadence | null = cadenceOf(members)): Series => ({
  cadence,
  gifts: members.map(({ gift }) => gift),
})

function cadenceOf(members: readonly Dated[]): Cadence | null {
  const gaps = members
    .slice(1)
    .map(({ day }, index) => day - (members[index]?.day ?? day))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b)
  const middle = gaps[Math.floor((gaps.length - 1) / 2)]
  if (middle === undefined) return null
  return cadenceNames.find((name) => middle >= cadences[name].least && middle <= cadences[name].most) ?? null
}

/** The longest regular chain first. A single gift is the first of its series. */
function findChains(equalGifts: readonly Dated[]): Series[] {
  const cadence = readFrequency(equalGifts[0]?.gift.frequency)
  if (cadence === null) return []
  const series: Series[] = []
  let rest = [...equalGifts]
  while (rest.length > 0) {
    const chain = rest
      .map((start) => chainFrom(start, rest, cadence))
      .reduce((best, next) => (next.length > best.length ? next : best))
    const [first] = chain
    if (!first) break
    series.push(seriesOf(chain, cadence))
    const usedMembers = new Set(chain)
    rest = rest.filter((member) => !usedMembers.has(member))
  }
  return series
}

const maxMissing = 1

function chainFrom(start: Dated, equalGifts: readonly Dated[], cadence: Cadence): Dated[] {
  const { least, most } = cadences[cadence]
  const chain = [start]
  let last = start
  for (let index = equalGifts.indexOf(start) + 1; index < equalGifts.length; index++) {
    const next = equalGifts[index]
    const gap = next ? next.day - last.day : Number.POSITIVE_INFINITY
    if (!next || gap > most * (maxMissing + 1)) break
    const times = Math.max(1, Math.round(gap / cadences[cadence].days))
    if (gap >= least * times && gap <= most * times) {
      chain.push(next)
      last = next
    }
  }
  return chain
}

/** Returns whether two installments are missing. A series without a known interval never ends automatically. */
export function hasSeriesEnded(series: Series, today: string): boolean {
  const [last, now] = [readDay(series.gifts.at(-1)?.donatedAt ?? ''), readDay(today)]
  if (last === null || now === null || series.cadence === null) return false
  return now > last + 2 * cadences[series.cadence].most
}

/** The donor has not acted, so an installment can still join. */
const collectingStatusIds: readonly StatusId[] = [2, 6, 7, 8, 9, 10, 17, 22, 23, 24, 25]

/**
 * Returns whether an installment joins the match of its series and year. On hold (22), it always does; later, only up
 * to the day of the last status change.
 */
export function joinsMatch(
  match: { readonly statusId: StatusId; readonly changedDay: string },
  instalmentDay: string,
): boolean {
  if (match.statusId === 22) return true
  return collectingStatusIds.includes(match.statusId) && instalmentDay.slice(0, 10) <= match.changedDay
}

export type RecurringMatch = {
  readonly instalments: readonly {
    readonly donatedAt: string
    readonly amountCents: number
    readonly deductibleCents?: number | null | undefined
  }[]
  readonly hasEnded: boolean
  /** Staff clicked Submit for Match. */
  readonly isReleased: boolean
}

export type Hold = {
  readonly isHeld: boolean
  readonly text: string
  /** The automatic end of the hold. Null if unknown. */
  readonly endsAt: Date | null
}

/** The donor needs time to request the match and to get reminders. */
const daysBeforeDeadline = 45

/** Returns whether the match still collects installments. A hold ends with its policy year at the latest. */
export function evaluateHold(
  terms: DeadlineTerms & { readonly policyYearStart: string },
  recurring: RecurringMatch,
  reachesYearlyMaximum: boolean,
  now: Date,
): Hold {
  const endsAt = earliestEnd(terms, recurring)
  const release = (text: string): Hold => ({ isHeld: false, text, endsAt })
  if (recurring.isReleased) return release('Your team requested the installments now.')
  if (reachesYearlyMaximum) return release('The installments have reached the company’s maximum for the year.')
  if (recurring.hasEnded) return release('The series has ended, so it’s time to request its installments.')
  if (endsAt && now >= endsAt) return release('It’s time to request the collected installments.')
  const count = recurring.instalments.length
  const text = `This is a recurring gift. We collect its installments (${count} so far) so they can be requested together.`
  return { isHeld: true, text, endsAt }
}

function earliestEnd(
  terms: DeadlineTerms & { readonly policyYearStart: string },
  { instalments }: RecurringMatch,
): Date | null {
  const moments = instalments.flatMap(({ donatedAt }) => {
    const deadline = deadlineOf(terms, donatedAt)
    const day = deadline && readDay(deadline.day)
    const year = policyYearOf(donatedAt, terms.policyYearStart)
    const yearEnd = year && readDay(year.lastDay)
    return [
      ...(typeof day === 'number' ? [endOfDay(day - daysBeforeDeadline, terms.timeZone).getTime()] : []),
      ...(typeof yearEnd === 'number' ? [endOfDay(yearEnd, terms.timeZone).getTime() + 1] : []),
    ]
  })
  return moments.length === 0 ? null : new Date(moments.reduce((least, moment) => Math.min(least, moment)))
}
