import { mailSchedule } from '@twofold/contract'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { listLimited, listMailQueue, type QueuedMail } from './daily-limit.queries.ts'
import { hasLimits, sendersOf } from './daily-limit.ts'
import { distributeByLimit, type Waiting } from './distribute-by-limit.ts'

export type SlotForecast = {
  readonly later: ReadonlyMap<string, Date>
  readonly domains: ReadonlyMap<number, string>
}

export type ForecastMail = Pick<Waiting, 'at' | 'to'>

type Foreseeing = { readonly platform: Pick<Platform, 'config'>; readonly tenant: Tenant; readonly now: Date }

const dayMs = 86_400_000

/**
 * `foreseen` has the time without a limit, or null for mails that will not be sent. Other organizations on the same
 * domain are not predicted.
 */
export async function forecastSlots(
  db: Db,
  { platform, tenant, now }: Foreseeing,
  foreseen: ReadonlyMap<string, ForecastMail | null>,
): Promise<SlotForecast> {
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
    const line = await listMailQueue(db, ids, until)
    const zones = new Map(here.map(({ organizationId, timeZone }) => [organizationId, timeZone]))
    const dealt = distributeByLimit(
      known(line, foreseen),
      { ladder, standing, now },
      (organizationId) => zones.get(organizationId) ?? standing.timeZone,
    )
    for (const [key, at] of dealt) later.set(key, at)
  }
  return { later, domains }
}

const known = (line: readonly QueuedMail[], foreseen: ReadonlyMap<string, ForecastMail | null>): Waiting[] =>
  line.flatMap((mail) => {
    const one = foreseen.has(mail.key) ? foreseen.get(mail.key) : {}
    return one ? [{ ...mail, ...one }] : []
  })
