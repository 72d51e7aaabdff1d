import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { domainOf, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../platform/platform.ts'
import { beginWarmUp, lockStanding, nextDayAfter } from '../../sending-addresses/index.ts'
import { keepsNight } from '../donor-mails/daytime.ts'
import {
  bringBack,
  countDemand,
  givePlacesBack,
  type HeldPlace,
  listDealing,
  listPlaces,
  listSendersOf,
  moveExcess,
  noteMoved,
  type Senders,
  setExcess,
  takePlaces,
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

/** A domain that could not be dealt out is left alone for so long, then for twice as long. */
const leftAloneForMs = { atFirst: 60_000, atMost: 16 * 60_000 }

/**
 * Before mails are claimed: what is due from a domain that is new to sending, and has no place today, goes to the next day, and
 * takes nobody's turn. Whoever claims takes a place for each mail besides (`takesPlaces`), so that it never is more than the limit,
 * whatever dies in between. Each domain is dealt out in transactions of its own, and one that fails, which may take the five
 * seconds of a statement, is tried again a minute later: all others' mails wait for this.
 */
export function dealingPlaces(platform: Pick<Platform, 'config' | 'database' | 'log'>): (now: Date) => Promise<void> {
  const { ladder, isOfProduct } = platform.config.warmUp
  const failed = new Map<string, { readonly forMs: number; readonly untilMs: number }>()

  const deal = async (domain: string, now: Date): Promise<number> => {
    const senders = sendersOf(platform)
    try {
      const moved = await acrossOrganizations(platform.database, (db) => dealOf(db, platform, { domain, now, senders }))
      failed.delete(domain)
      return moved
    } catch (error) {
      const { atFirst, atMost } = leftAloneForMs
      const forMs = Math.min((failed.get(domain)?.forMs ?? atFirst / 2) * 2, atMost)
      failed.set(domain, { forMs, untilMs: performance.now() + forMs })
      const problem = error instanceof Error ? error.message : 'unknown'
      platform.log.warn({ domain, problem, seconds: forMs / 1000 }, 'places not dealt out')
      return 0
    }
  }

  return async (now) => {
    if (!hasLimits(platform)) return
    const senders = sendersOf(platform)
    const since = performance.now()
    const domains = await acrossOrganizations(platform.database, async (db) => {
      if (isOfProduct) await beginWarmUp(db, senders.productDomain, now)
      return listDealing(db, senders, ladder, now)
    })
    for (const domain of domains) {
      if (domain === senders.productDomain && !isOfProduct) continue
      if (performance.now() < (failed.get(domain)?.untilMs ?? 0)) continue
      while ((await deal(domain, now)) >= movedAtOnce && performance.now() - since < dealsForMs);
    }
  }
}

/**
 * A tenth of a statement's time: 500 ms. Longer where the machine is busy with something else, since who gave up claims mails that
 * were not dealt out, and those that come first then need not be the ones that were foretold.
 */
const brieflyMs = ({ config: { databasePatienceSeconds } }: Sending): number =>
  Math.min((databasePatienceSeconds ?? 5) * 100, 3_000)

type Dealing = { readonly domain: string; readonly now: Date; readonly senders: Senders }

/** Answers how many mails went to the next day: where that is `movedAtOnce`, there may be more. */
async function dealOf(db: Db, platform: Sending, { domain, now, senders }: Dealing): Promise<number> {
  const { ladder } = platform.config.warmUp
  await waitBriefly(db, brieflyMs(platform))
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

type InHand = { readonly organizationId: number; readonly id: number; readonly attempts: number }
type Leaving = InHand & { readonly from: string }
type NoPlace = { readonly postponeTo: Date; readonly reason: string }
export type Place = Pick<HeldPlace, 'domain' | 'day'>
type Places<Mail> = {
  /** Until when those wait that get no place, and why. */
  readonly without: ReadonlyMap<Mail, NoPlace>
  /** The places that the others have, where their domain has a limit. */
  readonly having: ReadonlyMap<Mail, Place>
}

/**
 * Takes places for mails of a lot that are about to be sent, the first of them first; who has one of the day already, from whoever
 * prepared it before and did not hand it over, takes no other, and who has one and is not to be sent gives it back. The domains are
 * locked in one order: two that take places must not wait for each other.
 */
export async function takesPlaces<Mail extends Leaving>(
  db: Db,
  platform: Sending,
  { lot, leaving, now }: { readonly lot: readonly InHand[]; readonly leaving: readonly Mail[]; readonly now: Date },
): Promise<Places<Mail>> {
  const without = new Map<Mail, NoPlace>()
  const having = new Map<Mail, Place>()
  if (!hasLimits(platform) || lot.length === 0) return { without, having }
  const { ladder, isOfProduct } = platform.config.warmUp
  const { productDomain } = sendersOf(platform)
  const placesOf = Map.groupBy(await listPlaces(db, lot), ({ domain }) => domain)
  const leavingOf = Map.groupBy(leaving, ({ from }) => domainOf(from))
  for (const domain of [...new Set([...placesOf.keys(), ...leavingOf.keys()])].toSorted()) {
    if (domain === productDomain && !isOfProduct) continue
    const standing = await lockStanding(db, domain, ladder, now)
    if (!standing) continue
    const place = { domain, day: standing.day }
    const held = new Set((placesOf.get(domain) ?? []).flatMap(({ id, day }) => (day === place.day ? [id] : [])))
    const mails = leavingOf.get(domain) ?? []
    const going = new Set(mails.map(({ id }) => id))
    const staying = lot.filter(({ id }) => held.has(id) && !going.has(id))
    const given = staying.length > 0 ? await givePlacesBack(db, place, staying) : 0
    const limit = ladder[standing.step] ?? 0
    const free = Math.max(0, limit - standing.taken + given)
    const placeless = mails.filter(({ id }) => !held.has(id))
    const [taking, others] = [placeless.slice(0, free), placeless.slice(free)]
    if (taking.length > 0) await takePlaces(db, domain, taking)
    if (others.length > 0) await noteMoved(db, domain, others)
    for (const mail of mails) having.set(mail, place)
    for (const mail of others) {
      having.delete(mail)
      without.set(mail, { postponeTo: nextDayAfter(now), reason: noPlace(domain, limit) })
    }
  }
  return { without, having }
}
