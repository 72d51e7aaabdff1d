import { mailSchedule } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { dealOut, type Waiting } from './deal-out.ts'
import { hasLimits, sendersOf } from './deal-places.ts'
import {
  type InLine,
  type Limited,
  lineAtMost,
  listLimited,
  listLine,
  listOthersInLine,
  type OthersInLine,
} from './warm-up.queries.ts'

export type Places = {
  /** Mails that leave on a later day than they would, by their keys of the schedule (`waiting-7`). */
  readonly later: ReadonlyMap<string, Date>
  /** The domains with a limit that organizations send from. */
  readonly domains: ReadonlyMap<number, string>
}

/** When a mail would leave by itself, and to whom. */
export type ForeseenMail = Pick<Waiting, 'at' | 'to'>

type Foreseeing = { readonly platform: Pick<Platform, 'config'>; readonly tenant: Tenant; readonly now: Date }

const dayMs = 86_400_000

/**
 * What the limits of domains do to mails that wait. `foreseen` says of some when they would leave by themselves, or null where they
 * will not; the others are taken to leave when they are due.
 */
export async function foreseePlaces(
  db: Db,
  { platform, tenant, now }: Foreseeing,
  foreseen: ReadonlyMap<string, ForeseenMail | null>,
): Promise<Places> {
  const later = new Map<string, Date>()
  const domains = new Map<number, string>()
  if (!hasLimits(platform)) return { later, domains }
  const senders = sendersOf(platform)
  const { ladder, isOfProduct } = platform.config.warmUp
  const limited = (await listLimited(db, tenant.family, { senders, ladder, now })).filter(
    ({ domain }) => isOfProduct || domain !== senders.productDomain,
  )
  for (const { organizationId, domain } of limited) domains.set(organizationId, domain)
  for (const standing of new Map(limited.map((each) => [each.domain, each])).values()) {
    const { domain } = standing
    const here = limited.filter((each) => each.domain === domain)
    const ids = here.map(({ organizationId }) => organizationId)
    const until = new Date(now.getTime() + mailSchedule.scheduleDays * dayMs)
    const [line, others] = await Promise.all([
      listLine(db, ids, until),
      listOthersInLine(db, ids, { domain, senders, until }),
    ])
    const zones = new Map(here.map(({ organizationId, timeZone }) => [organizationId, timeZone]))
    const dealt = dealOut(
      [...known(line, foreseen), ...oneByOne(others)],
      { ladder, standing, now },
      zoneIn(zones, standing),
    )
    for (const [key, at] of dealt) if (key !== '') later.set(key, at)
  }
  return { later, domains }
}

const zoneIn =
  (zones: ReadonlyMap<number, string>, { timeZone }: Limited) =>
  (organizationId: number): string =>
    zones.get(organizationId) ?? timeZone

const known = (line: readonly InLine[], foreseen: ReadonlyMap<string, ForeseenMail | null>): Waiting[] =>
  line.flatMap((mail) => {
    const one = foreseen.has(mail.key) ? foreseen.get(mail.key) : {}
    return one ? [{ ...mail, ...one }] : []
  })

function oneByOne(others: readonly OthersInLine[]): Waiting[] {
  const waiting: Waiting[] = []
  for (const { mails, ...mail } of others) {
    for (let each = 0; each < mails && waiting.length < lineAtMost; each++) waiting.push({ ...mail, key: '' })
  }
  return waiting
}
