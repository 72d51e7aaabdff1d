import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
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
  waitBriefly,
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

const movedAtOnce = 2_000
/** After this long the mails of all others are claimed first; what is left over is dealt before the next ones. */
const dealsForMs = 5_000

/**
 * Before mails are claimed: what is due from a domain that is new to sending, and has no place today, goes to the next day, and
 * takes nobody's turn. Whoever claims takes a place for each mail besides (`takesPlace`), so that it never is more than the limit,
 * whatever dies in between. Each domain is dealt out in transactions of its own, so that one that fails holds up no other.
 */
export async function dealPlaces(platform: Pick<Platform, 'config' | 'database' | 'log'>, now: Date): Promise<void> {
  if (!hasLimits(platform)) return
  const { ladder, isOfProduct } = platform.config.warmUp
  const senders = sendersOf(platform)
  const since = performance.now()
  const domains = await acrossOrganizations(platform.database, async (db) => {
    if (isOfProduct) await beginWarmUp(db, senders.productDomain, now)
    return listDealing(db, senders, ladder, now)
  })
  for (const domain of domains) {
    if (domain === senders.productDomain && !isOfProduct) continue
    const deal = () =>
      acrossOrganizations(platform.database, (db) => dealOf(db, platform, { domain, now, senders })).catch(
        (error: Error) => {
          platform.log.warn({ domain, problem: error.message }, 'places not dealt out')
          return 0
        },
      )
    while ((await deal()) >= movedAtOnce && performance.now() - since < dealsForMs);
  }
}

type Dealing = { readonly domain: string; readonly now: Date; readonly senders: Senders }

/** Answers how many mails went to the next day: where that is `movedAtOnce`, there may be more. */
async function dealOf(db: Db, platform: Sending, { domain, now, senders }: Dealing): Promise<number> {
  const { ladder } = platform.config.warmUp
  await waitBriefly(db)
  const standing = await lockStanding(db, domain, ladder, now)
  if (!standing) return 0
  const limit = ladder[standing.step] ?? 0
  const whose = await listSendersOf(db, domain, senders)
  const { due, flying, warnings } = await countDemand(db, whose, now)
  const left = limit - standing.taken - flying
  const free = left - warnings
  const night = keepsNight(platform.config)
  if (due > free) {
    const places = { urgent: Math.max(0, left), others: Math.max(0, free) }
    const reason = noPlace(domain, limit)
    const moved = await moveExcess(db, whose, { places, reason, keepsNight: night, now, atMost: movedAtOnce })
    if (moved > 0) await setExcess(db, domain, true)
    return moved
  }
  if (standing.hasExcess && due < free) {
    const back = await bringBack(db, whose, { atMost: Math.min(free - due, movedAtOnce), keepsNight: night, now })
    if (back === 0) await setExcess(db, domain, false)
  }
  return 0
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
