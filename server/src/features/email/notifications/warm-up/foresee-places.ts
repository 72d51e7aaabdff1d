import { mailSchedule } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { type InLine, listLimited, listLine } from './daily-limit.queries.ts'
import { hasLimits, sendersOf } from './daily-limit.ts'
import { dealOut, type Waiting } from './deal-out.ts'

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
 * What the daily limits do to emails that wait. `foreseen` has the moment at which some would leave without a limit, or null where they
 * will not; the others leave when they are due. What other organizations send from the same domain is not foreseen.
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
    const line = await listLine(db, ids, until)
    const zones = new Map(here.map(({ organizationId, timeZone }) => [organizationId, timeZone]))
    const dealt = dealOut(
      known(line, foreseen),
      { ladder, standing, now },
      (organizationId) => zones.get(organizationId) ?? standing.timeZone,
    )
    for (const [key, at] of dealt) later.set(key, at)
  }
  return { later, domains }
}

const known = (line: readonly InLine[], foreseen: ReadonlyMap<string, ForeseenMail | null>): Waiting[] =>
  line.flatMap((mail) => {
    const one = foreseen.has(mail.key) ? foreseen.get(mail.key) : {}
    return one ? [{ ...mail, ...one }] : []
  })
