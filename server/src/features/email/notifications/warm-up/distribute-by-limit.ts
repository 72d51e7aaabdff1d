import { endOfDay } from '@twofold/matching'
import { sendingDayNumber, sendingDayZone, type WarmUpState, type WarmUpSteps } from '../../sending-addresses/index.ts'
import { hoursBetweenDonations } from '../donor-mails/decide-mail.ts'

const morningHour = 8

export type Waiting = {
  readonly key: string
  readonly organizationId: number
  /** Warns of a deadline and is sent first. */
  readonly isUrgent: boolean
  readonly at: Date
  /** Mails to one person about several gifts are sent a day apart, even if moved. */
  readonly to?: { readonly donorKey: string; readonly donationId: number }
}

/** Follows `takeSlot` day by day: moved emails first, deadline warnings before others, then by due time. */
export function distributeByLimit(
  waiting: readonly Waiting[],
  { ladder, standing, now }: { readonly ladder: WarmUpSteps; readonly standing: WarmUpState; readonly now: Date },
  zoneOf: (organizationId: number) => string,
): Map<string, Date> {
  const moved = new Map<string, Date>()
  const later = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const today = sendingDayNumber(now)
  let { step, taken } = standing
  const told = new Map<string, { readonly donationId: number; readonly at: Date }[]>()
  let line: Waiting[] = []
  let next = 0
  for (let day = today; line.length > 0 || next < later.length; day++) {
    const waitsSince = new Set(line)
    const end = endOfDay(day, sendingDayZone)
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
      // The email is postponed before it uses a slot.
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

/** Returns `at`, or a day after the last of these mails if that is later. */
const aDayAfter = (told: readonly { readonly at: Date }[], at: Date): Date =>
  new Date(Math.max(at.getTime(), ...told.map((one) => one.at.getTime() + hoursBetweenDonations * 3_600_000)))

const morningOf = (day: number, timeZone: string): Date =>
  new Date(endOfDay(day - 1, timeZone).getTime() + 1 + morningHour * 3_600_000)
