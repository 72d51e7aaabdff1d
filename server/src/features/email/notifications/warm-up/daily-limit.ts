import type { Db } from '../../../../platform/database/database.ts'
import { domainOf, senderAddress } from '../../../../platform/mail/address-text.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { beginWarmUp, lockWarmUpState, startOfNextSendingDay } from '../../sending-addresses/index.ts'
import { hasQuietHours } from '../donor-mails/daytime.queries.ts'
import type { MailKey } from '../donor-mails/mail-results.queries.ts'
import { countSlot, moveByLimit, type Senders } from './daily-limit.queries.ts'

type LimitContext = Pick<Platform, 'config'>

export const sendersOf = ({ config }: LimitContext): Senders => ({
  productDomain: domainOf(senderAddress(config.mailFrom)),
  areOwnUsed: config.ownSenders,
})

export const hasLimits = ({ config: { warmUp, ownSenders } }: LimitContext): boolean =>
  warmUp.ladder.length > 0 && (ownSenders || warmUp.isOfProduct)

type ReachedLimit = { readonly domain: string; readonly limit: number }

/**
 * One email of the day, during warm-up. Returns the limit if it is reached. A crash before sending uses up a slot; the
 * limit is never exceeded.
 */
export async function takeSlot(db: Db, platform: LimitContext, from: string, now: Date): Promise<ReachedLimit | null> {
  const { ladder, isOfProduct } = platform.config.warmUp
  const domain = domainOf(from)
  const isProductDomain = domain === sendersOf(platform).productDomain
  if (!hasLimits(platform) || (isProductDomain && !isOfProduct)) return null
  if (isProductDomain) await beginWarmUp(db, domain, now)
  const state = await lockWarmUpState(db, domain, ladder, now)
  if (!state) return null
  const limit = ladder[state.step] ?? 0
  if (state.taken >= limit) return { domain, limit }
  await countSlot(db, domain, 1, now)
  return null
}

export async function freeSlot(db: Db, platform: LimitContext, from: string | undefined, now: Date): Promise<void> {
  if (from && hasLimits(platform)) await countSlot(db, domainOf(from), -1, now)
}

/** These precede other emails moved to the same morning. */
const urgentKinds: readonly string[] = ['deadline', 'deadline_last']
const otherMailsDelayMs = 60_000

export async function nextSlot(
  db: Db,
  platform: LimitContext,
  key: MailKey,
  { domain, limit, kind, now }: ReachedLimit & { readonly kind: string; readonly now: Date },
): Promise<{ readonly postponeTo: Date; readonly reason: string }> {
  const nextDayStart = startOfNextSendingDay(now)
  const nextMorning = await moveByLimit(db, key, nextDayStart)
  const at = hasQuietHours(platform.config) ? nextMorning : nextDayStart
  return {
    postponeTo: new Date(at.getTime() + (urgentKinds.includes(kind) ? 0 : otherMailsDelayMs)),
    reason: `${domain} is new to sending email, so at most ${limit.toLocaleString('en-US')} emails go out today. This one goes out on a later day.`,
  }
}
