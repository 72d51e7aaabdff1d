import type { Db } from '../../../platform/database/database.ts'
import { domainOf, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../platform/platform.ts'
import { beginWarmUp, lockStanding, nextDayAfter } from '../../sending-addresses/index.ts'
import { keepsNight } from '../donor-mails/daytime.ts'
import {
  bringBack,
  countDemand,
  givePlaceBack,
  listDealing,
  listSendersOf,
  moveExcess,
  noteMoved,
  type Senders,
  setExcess,
  takePlace,
} from './warm-up.queries.ts'

type Sending = Pick<Platform, 'config'>

export const sendersOf = ({ config }: Sending): Senders => ({
  productDomain: domainOf(senderAddress(config.mailFrom)),
  areOwnUsed: config.ownSenders,
})

/** Whether any domain may have a limit here. */
export const hasLimits = ({ config: { warmUp, ownSenders } }: Sending): boolean =>
  warmUp.ladder.length > 0 && (ownSenders || warmUp.isOfProduct)

/** Why a mail waits, for the staff. */
const noPlace = (domain: string, limit: number): string =>
  `At most ${limit.toLocaleString('en-US')} emails go out today from ${domain}, which is new to sending emails. This one goes on a later day.`

/**
 * Before mails are claimed, in the same transaction: what is due from a domain that is new to sending, and has no place today,
 * goes to the next day, and takes nobody's turn. Whoever claims takes a place for each mail besides (`takesPlace`), so that it
 * never is more than the limit, whatever dies in between.
 */
export async function dealPlaces(db: Db, platform: Sending, now: Date): Promise<void> {
  if (!hasLimits(platform)) return
  const { ladder, isOfProduct } = platform.config.warmUp
  const senders = sendersOf(platform)
  if (isOfProduct) await beginWarmUp(db, senders.productDomain, now)
  for (const domain of await listDealing(db, senders, ladder, now)) {
    if (domain !== senders.productDomain || isOfProduct) await dealOf(db, platform, { domain, now, senders })
  }
}

type Dealing = { readonly domain: string; readonly now: Date; readonly senders: Senders }

async function dealOf(db: Db, platform: Sending, { domain, now, senders }: Dealing): Promise<void> {
  const { ladder } = platform.config.warmUp
  const standing = await lockStanding(db, domain, ladder, now)
  if (!standing) return
  const limit = ladder[standing.step] ?? 0
  const whose = await listSendersOf(db, domain, senders)
  const { due, flying, warnings } = await countDemand(db, whose, now)
  const left = limit - standing.taken - flying
  const free = left - warnings
  if (due > free) {
    const places = { urgent: Math.max(0, left), others: Math.max(0, free) }
    const reason = noPlace(domain, limit)
    const moved = await moveExcess(db, whose, { places, reason, keepsNight: keepsNight(platform.config), now })
    if (moved > 0) await setExcess(db, domain, true)
  } else if (standing.hasExcess && due < free) {
    const back = await bringBack(db, whose, free - due, now)
    if (back === 0) await setExcess(db, domain, false)
  }
}

type Leaving = { readonly organizationId: number; readonly id: number; readonly from: string; readonly now: Date }

/** Takes a place for a mail that is about to be sent; else answers until when it waits, and why. */
export async function takesPlace(
  db: Db,
  platform: Sending,
  { from, now, ...mail }: Leaving,
): Promise<{ readonly postponeTo: Date; readonly reason: string } | null> {
  if (!hasLimits(platform)) return null
  const { ladder, isOfProduct } = platform.config.warmUp
  const domain = domainOf(from)
  if (domain === sendersOf(platform).productDomain && !isOfProduct) return null
  const standing = await lockStanding(db, domain, ladder, now)
  if (!standing) return null
  const limit = ladder[standing.step] ?? 0
  if (standing.taken < limit) {
    await takePlace(db, domain, mail)
    return null
  }
  await noteMoved(db, domain, mail)
  return { postponeTo: nextDayAfter(now), reason: noPlace(domain, limit) }
}

/** The mail server certainly did not take the mail. */
export async function returnPlace(
  db: Db,
  platform: Sending,
  { from, organizationId, id }: Omit<Leaving, 'now'>,
): Promise<void> {
  if (hasLimits(platform)) await givePlaceBack(db, domainOf(from), { organizationId, id })
}
