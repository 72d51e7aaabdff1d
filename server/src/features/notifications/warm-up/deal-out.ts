import { endOfDay } from '@twofold/matching'
import { type Ladder, placesDayNumber, placesZone, type Standing } from '../../sending-addresses/index.ts'

const morningHour = 8

/** A mail that waits. */
export type Waiting = {
  readonly key: string
  readonly organizationId: number
  /** It warns of a deadline, and goes first. */
  readonly isUrgent: boolean
  readonly at: Date
}

/**
 * Which of them leave on a later day than they would, and in the morning of which, by the zone of their organization: as `dealingPlaces`
 * deals them out, day by day.
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
  let line: Waiting[] = []
  let next = 0
  for (let day = today; line.length > 0 || next < later.length; day++) {
    const waitsSince = new Set(line)
    const end = endOfDay(day, placesZone)
    for (let mail = later[next]; mail && mail.at <= end; mail = later[++next]) line.push(mail)
    const limit = ladder[step]
    const inOrder = inTheirTurn(line)
    const going = limit === undefined ? inOrder : inOrder.slice(0, Math.max(0, limit - taken))
    for (const mail of going) {
      if (waitsSince.has(mail)) moved.set(mail.key, morningOf(day, zoneOf(mail.organizationId)))
    }
    line = inOrder.slice(going.length)
    if (limit !== undefined && (taken + going.length) * 2 >= limit) step++
    taken = 0
  }
  return moved
}

const morningOf = (day: number, timeZone: string): Date =>
  new Date(endOfDay(day - 1, timeZone).getTime() + 1 + morningHour * 3_600_000)

/** Warnings of a deadline first, then one of each organization by turns. */
function inTheirTurn(line: readonly Waiting[]): Waiting[] {
  const turns = new Map<string, number>()
  const placed = line.map((mail) => {
    const whose = `${mail.organizationId} ${mail.isUrgent}`
    const turn = (turns.get(whose) ?? 0) + 1
    turns.set(whose, turn)
    return { mail, turn }
  })
  return placed
    .sort((one, other) => Number(other.mail.isUrgent) - Number(one.mail.isUrgent) || one.turn - other.turn)
    .map(({ mail }) => mail)
}
