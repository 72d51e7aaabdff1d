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

type ForecastContext = { readonly platform: Pick<Platform, 'config'>; readonly tenant: Tenant; readonly now: Date }

const dayMs = 86_400_000

/**
 * `forecasts` has the time without a limit, or null for emails that will not be sent. Other organizations on the same
 * domain are not predicted.
 */
export async function forecastSlots(
  db: Db,
  { platform, tenant, now }: ForecastContext,
  forecasts: ReadonlyMap<string, ForecastMail | null>,
): Promise<SlotForecast> {
  const laterTimes = new Map<string, Date>()
  const domains = new Map<number, string>()
  if (!hasLimits(platform)) return { later: laterTimes, domains }
  const senders = sendersOf(platform)
  const { ladder, isOfProduct } = platform.config.warmUp
  const limitedOrganizations = (await listLimited(db, tenant.family, { senders, ladder, now })).filter(
    ({ domain }) => isOfProduct || domain !== senders.productDomain,
  )
  for (const { organizationId, domain } of limitedOrganizations) domains.set(organizationId, domain)
  for (const warmUp of new Map(
    limitedOrganizations.map((organization) => [organization.domain, organization]),
  ).values()) {
    const { domain } = warmUp
    const organizations = limitedOrganizations.filter((organization) => organization.domain === domain)
    const ids = organizations.map(({ organizationId }) => organizationId)
    const until = new Date(now.getTime() + mailSchedule.scheduleDays * dayMs)
    const queue = await listMailQueue(db, ids, until)
    const zones = new Map(organizations.map(({ organizationId, timeZone }) => [organizationId, timeZone]))
    const slotTimes = distributeByLimit(
      withForecasts(queue, forecasts),
      { ladder, standing: warmUp, now },
      (organizationId) => zones.get(organizationId) ?? warmUp.timeZone,
    )
    for (const [key, at] of slotTimes) laterTimes.set(key, at)
  }
  return { later: laterTimes, domains }
}

const withForecasts = (queue: readonly QueuedMail[], forecasts: ReadonlyMap<string, ForecastMail | null>): Waiting[] =>
  queue.flatMap((mail) => {
    const forecast = forecasts.has(mail.key) ? forecasts.get(mail.key) : {}
    return forecast ? [{ ...mail, ...forecast }] : []
  })
