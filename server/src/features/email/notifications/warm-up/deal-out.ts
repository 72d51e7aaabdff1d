import { endOfDay } from '@twofold/matching'
import { type Ladder, placesDayNumber, placesZone, type Standing } from '../../sending-addresses/index.ts'
import { hoursBetweenDonations } from '../donor-mails/decide-mail.ts'

const morningHour = 8

/** A mail that waits. */
export type Waiting = {
  readonly key: string
  readonly organizationId: number
  /** It warns of a deadline, and goes first. */
  readonly isUrgent: boolean
  readonly at: Date
  /** Where it is known: mails to one person about several gifts leave a day apart, also where a limit moves them. */
  readonly to?: { readonly donorKey: string; readonly donationId: number }
}

/**
 * The emails that leave on a later day because of a daily limit, with the morning on which they do, by the time zone of their organization.
 * As `takeSlot` does it day by day: moved emails first, deadline warnings before others, then in the order in which they are due.
 */
export function dealOut(
  waiting: readonly Waiting[],
  { ladder, standing, now }: { readonly ladder: Ladder; readonly standing: Standing; readonly now: Date },
  zoneOf: (organizationId: number) => string,
): Map<string, Date> {
  const moved = new Map<string, Date>()
  const later = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const today = placesDayNumber(now)
  let { step, taken } = standing
  const told = new Map<string, { readonly donationId: number; readonly at: Date }[]>()
  let line: Waiting[] = []
  let next = 0
  for (let day = today; line.length > 0 || next < later.length; day++) {
    const waitsSince = new Set(line)
    const end = endOfDay(day, placesZone)
    line.sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent))
    for (let mail = later[next]; mail && mail.at <= end; mail = later[++next]) line.push(mail)
    const limit = ladder[step]
    let places = limit === undefined ? Number.POSITIVE_INFINITY : limit - taken
    let going = 0
    line = line.filter((mail) => {
      if (places <= 0) return true
      const alone = waitsSince.has(mail) ? morningOf(day, zoneOf(mail.organizationId)) : mail.at
      const { donorKey = '', donationId = 0 } = mail.to ?? {}
      const theirs = told.get(donorKey) ?? []
      const at = aDayAfter(
        theirs.filter((other) => other.donationId !== donationId),
        alone,
      )
      // It is put off before it would take a place.
      if (at > alone && at > end) return true
      if (at.getTime() !== mail.at.getTime()) moved.set(mail.key, at)
      if (mail.to) told.set(donorKey, [...theirs, { donationId, at }])
      places--
      going++
      return false
    })
    if (limit !== undefined && (taken + going) * 2 >= limit) step++
    taken = 0
  }
  return moved
}

/** A moment, or as much later as the last of these was less than a day before it. */
const aDayAfter = (told: readonly { readonly at: Date }[], at: Date): Date =>
  new Date(Math.max(at.getTime(), ...told.map((one) => one.at.getTime() + hoursBetweenDonations * 3_600_000)))

const morningOf = (day: number, timeZone: string): Date =>
  new Date(endOfDay(day - 1, timeZone).getTime() + 1 + morningHour * 3_600_000)
