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
  /** Emails to one person about several gifts are sent a day apart, even if moved. */
  readonly to?: { readonly donorKey: string; readonly donationId: number }
}

/** Follows `takeSlot` day by day: moved emails first, deadline warnings before others, then by due time. */
export function distributeByLimit(
  waiting: readonly Waiting[],
  { ladder, standing, now }: { readonly ladder: WarmUpSteps; readonly standing: WarmUpState; readonly now: Date },
  zoneOf: (organizationId: number) => string,
): Map<string, Date> {
  const movedTimes = new Map<string, Date>()
  const byDueTime = waiting.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const today = sendingDayNumber(now)
  let { step, taken } = standing
  const sentByDonor = new Map<string, { readonly donationId: number; readonly at: Date }[]>()
  let queue: Waiting[] = []
  let nextIndex = 0
  for (let day = today; queue.length > 0 || nextIndex < byDueTime.length; day++) {
    const carriedOver = new Set(queue)
    const end = endOfDay(day, sendingDayZone)
    queue.sort((a, b) => Number(b.isUrgent) - Number(a.isUrgent))
    for (let mail = byDueTime[nextIndex]; mail && mail.at <= end; mail = byDueTime[++nextIndex]) queue.push(mail)
    const limit = ladder[step]
    let freeSlots = limit === undefined ? Number.POSITIVE_INFINITY : limit - taken
    let sentToday = 0
    queue = queue.filter((mail) => {
      if (freeSlots <= 0) return true
      const earliestAt = carriedOver.has(mail) ? getMorning(day, zoneOf(mail.organizationId)) : mail.at
      const { donorKey = '', donationId = 0 } = mail.to ?? {}
      const donorMails = sentByDonor.get(donorKey) ?? []
      const at = spaceByDay(
        donorMails.filter((other) => other.donationId !== donationId),
        earliestAt,
      )
      // The email is postponed before it uses a slot.
      if (at > earliestAt && at > end) return true
      if (at.getTime() !== mail.at.getTime()) movedTimes.set(mail.key, at)
      if (mail.to) sentByDonor.set(donorKey, [...donorMails, { donationId, at }])
      freeSlots--
      sentToday++
      return false
    })
    if (limit !== undefined && (taken + sentToday) * 2 >= limit) step++
    taken = 0
  }
  return movedTimes
}

/** Returns `at`, or a day after the last of these emails if that is later. */
const spaceByDay = (earlierMails: readonly { readonly at: Date }[], at: Date): Date =>
  new Date(Math.max(at.getTime(), ...earlierMails.map((mail) => mail.at.getTime() + hoursBetweenDonations * 3_600_000)))

const getMorning = (day: number, timeZone: string): Date =>
  new Date(endOfDay(day - 1, timeZone).getTime() + 1 + morningHour * 3_600_000)
