import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset } from '../../../platform/database/recordset.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type Ladder, nextDayAfter, placesDay, stepOn, takenOn } from '../../sending-addresses/index.ts'
import { daytimeFrom } from '../donor-mails/daytime.queries.ts'

/** The statements on the places that a domain has for mails to donors on a day. They cross organizations, but for what is said beforehand. */

/** By which addresses mails are sent: `productDomain` is the domain of those without one of their own. */
export type Senders = { readonly productDomain: string; readonly areOwnUsed: boolean }

const urgentKinds = ['deadline', 'deadline_last']

/** SQL: the domain that organization `o`, whose parent is `parent`, sends from. */
const domainOf = ({ productDomain, areOwnUsed }: Senders) =>
  areOwnUsed
    ? sql`split_part(coalesce(nullif(o.mail_from_address, ''), nullif(parent.mail_from_address, ''), '@' || ${productDomain}::text), '@', 2)`
    : sql`${productDomain}::text`

const domainRow = z.object({ domain: z.string() })
/** Of what is due no more is looked at than is claimed before the next look. */
const lookedAt = 200

/** The domains with a limit from which something is due, or was moved to a later day. */
export async function listDealing(db: Db, senders: Senders, ladder: Ladder, now: Date): Promise<string[]> {
  const { rows } = await sql(domainRow)`
    SELECT w.domain FROM sending_domains w WHERE w.step < ${ladder.length} AND (w.has_excess OR w.domain IN (
      SELECT ${domainOf(senders)} FROM (SELECT n.organization_id FROM notifications n
        WHERE n.state = 'queued' AND n.send_at <= ${now} ORDER BY n.send_at LIMIT ${lookedAt}) due
      JOIN organizations o ON o.id = due.organization_id LEFT JOIN organizations parent ON parent.id = o.parent_id))
    ORDER BY w.domain`.execute(db)
  return rows.map(({ domain }) => domain)
}

/** Whoever holds a row for longer than this is not waited for by those who want to claim mails. */
export async function waitBriefly(db: Db, ms: number): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.raw(String(Math.trunc(ms)))}`.execute(db)
}

type OfMail = { readonly organizationId: number; readonly id: number }

const keyTypes = { organization_id: 'bigint', id: 'bigint' } as const
export type HeldPlace = OfMail & { readonly domain: string; readonly day: string }
type Claimed = OfMail & { readonly attempts: number }
const claimedRows = (mails: readonly Claimed[]) =>
  recordset<{ organization_id: number; id: number; attempts: number }>(
    { ...keyTypes, attempts: 'integer' },
    mails.map(({ organizationId, id, attempts }) => ({ organization_id: organizationId, id, attempts })),
  )
/** SQL: mails `n` that are as `r` has them claimed. */
const stillClaimed = sql`n.organization_id = r.organization_id AND n.id = r.id AND n.attempts = r.attempts
  AND n.state IS NOT DISTINCT FROM 'sending'`
const heldPlace = z.object({ organizationId: z.int(), id: z.int(), domain: z.string(), day: z.string() })

/** The places that these mails took and have not spent. */
export async function listPlaces(db: Db, mails: readonly Claimed[]): Promise<HeldPlace[]> {
  const { rows } = await sql.kept(heldPlace)`
    SELECT n.organization_id AS "organizationId", n.id, n.place_of AS domain, n.place_on AS day
    FROM ${claimedRows(mails)} JOIN notifications n ON n.organization_id = r.organization_id AND n.id = r.id
    WHERE n.place_on IS NOT NULL AND n.place_of IS NOT NULL`.execute(db)
  return rows
}

/** One more place for each of these, of a domain that is locked; those that another worker has by now take none. */
export async function takePlaces(db: Db, domain: string, mails: readonly Claimed[]): Promise<void> {
  await sql`
    WITH taking AS (UPDATE notifications n SET place_on = w.day, place_of = ${domain}, moved_by_limit = false
      FROM sending_domains w, ${claimedRows(mails)} WHERE w.domain = ${domain} AND ${stillClaimed} RETURNING n.id)
    UPDATE sending_domains SET taken = taken + (SELECT count(*) FROM taking) WHERE domain = ${domain}`.execute(db)
}

const givenRow = z.object({ given: z.int() })

/**
 * Mails that whoever claimed them will not hand over: their places of this day are others'. The domain is locked. Who claimed one later
 * keeps its place. Answers how many that are.
 */
export async function givePlacesBack(
  db: Db,
  { domain, day }: Pick<HeldPlace, 'domain' | 'day'>,
  mails: readonly Claimed[],
): Promise<number> {
  const { rows } = await sql(givenRow)`
    WITH given AS (UPDATE notifications n SET place_on = NULL FROM ${claimedRows(mails)}
      WHERE n.organization_id = r.organization_id AND n.id = r.id AND n.attempts = r.attempts AND n.state = 'sending'
        AND n.place_on = ${day}::date AND n.place_of = ${domain} RETURNING n.id),
    free AS (UPDATE sending_domains SET taken = greatest(0, taken - (SELECT count(*) FROM given)) WHERE domain = ${domain})
    SELECT count(*) AS given FROM given`.execute(db)
  return rows[0]?.given ?? 0
}

/** A mail that was handed over did not get there: its place is another's, as long as it is of the same day. */
export async function freePlace(db: Db, { domain, day }: Pick<HeldPlace, 'domain' | 'day'>): Promise<void> {
  await sql`
    UPDATE sending_domains SET taken = taken - 1 WHERE domain = ${domain} AND day = ${day}::date AND taken > 0`.execute(
    db,
  )
}

/** There was no place for them: others took the last ones meanwhile. */
export async function noteMoved(db: Db, domain: string, mails: readonly Claimed[]): Promise<void> {
  await sql`
    WITH noted AS (UPDATE sending_domains SET has_excess = true WHERE domain = ${domain})
    UPDATE notifications n SET moved_by_limit = true FROM ${claimedRows(mails)}
    WHERE ${stillClaimed}`.execute(db)
}

export async function setExcess(db: Db, domain: string, hasExcess: boolean): Promise<void> {
  await sql`UPDATE sending_domains SET has_excess = ${hasExcess} WHERE domain = ${domain} AND has_excess <> ${hasExcess}`.execute(
    db,
  )
}

/** Those that send from a domain; of the product's, those that do not. */
export type SendersOf = { readonly ids: readonly number[]; readonly areAllBut: boolean }

const idRow = z.object({ id: z.int() })

export async function listSendersOf(
  db: Db,
  domain: string,
  { productDomain, areOwnUsed }: Senders,
): Promise<SendersOf> {
  const areAllBut = domain === productDomain
  if (!areOwnUsed) return { ids: [], areAllBut }
  const own = areAllBut ? sql`true` : sql`split_part(a.mail_from_address, '@', 2) = ${domain}`
  const { rows } = await sql(idRow)`
    SELECT a.id FROM organizations a WHERE a.mail_from_address <> '' AND ${own}
    UNION ALL
    SELECT c.id FROM organizations a JOIN organizations c ON c.parent_id = a.id AND c.mail_from_address = ''
    WHERE a.mail_from_address <> '' AND ${own}`.execute(db)
  return { ids: rows.map(({ id }) => id), areAllBut }
}

/** SQL: mails `n` of these senders. */
const sentBy = ({ ids, areAllBut }: SendersOf) =>
  areAllBut
    ? sql`n.organization_id <> ALL (${[...ids]}::bigint[])`
    : sql`n.organization_id = ANY (${[...ids]}::bigint[])`

const isUrgent = sql`n.kind = ANY (${urgentKinds}::text[])`

const demandRow = z.object({ due: z.int(), flying: z.int(), warnings: z.int() })

/** What is due, what is about to take a place, and the warnings of deadlines that come later today. */
export async function countDemand(db: Db, senders: SendersOf, now: Date): Promise<z.infer<typeof demandRow>> {
  const { rows } = await sql(demandRow)`
    SELECT
      (SELECT count(*) FROM notifications n WHERE ${sentBy(senders)} AND n.state = 'queued' AND n.send_at <= ${now}
        AND n.held_at IS NULL) AS due,
      (SELECT count(*) FROM notifications n WHERE ${sentBy(senders)} AND n.state = 'sending' AND n.send_at <= ${now}
        AND n.recipient = '') AS flying,
      (SELECT count(*) FROM planned_mails n WHERE ${sentBy(senders)} AND n.send_at > ${now}
        AND n.send_at < ${nextDayAfter(now)} AND ${isUrgent} AND n.held_at IS NULL AND n.dropped_at IS NULL)
      + (SELECT count(*) FROM notifications n WHERE ${sentBy(senders)} AND n.state = 'queued' AND n.send_at > ${now}
        AND n.send_at < ${nextDayAfter(now)} AND ${isUrgent} AND n.held_at IS NULL) AS warnings`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  return row
}

/** SQL: mails of these senders in the order in which they get places: warnings first, then one of each organization by turns. */
const inTheirTurn = (senders: SendersOf, which: Sql) => sql`
  SELECT t.organization_id, t.id, t.is_urgent, t.send_at, row_number() OVER (ORDER BY t.is_urgent DESC, t.turn, t.send_at, t.id) AS place
  FROM (
    SELECT n.organization_id, n.id, ${isUrgent} AS is_urgent, n.send_at,
      row_number() OVER (PARTITION BY n.organization_id, ${isUrgent} ORDER BY n.send_at, n.id) AS turn
    FROM notifications n
    WHERE ${sentBy(senders)} AND n.state = 'queued' AND n.held_at IS NULL AND ${which}) t`

type Places = { readonly urgent: number; readonly others: number }
type Moving = { readonly atMost: number; readonly keepsNight: boolean; readonly now: Date }

/**
 * What is due and gets no place today waits for the next day: so many at once, first those that would be claimed first. Answers
 * how many that are.
 */
export async function moveExcess(
  db: Db,
  senders: SendersOf,
  { places, reason, atMost, keepsNight, now }: Moving & { readonly places: Places; readonly reason: string },
): Promise<number> {
  const next = nextDayAfter(now)
  const { count } = await sql`
    UPDATE notifications n SET moved_by_limit = true, problem = ${reason},
      send_at = ${keepsNight ? daytimeFrom(next) : next}
    FROM (SELECT t.organization_id, t.id FROM (${inTheirTurn(senders, sql`n.send_at <= ${now}`)}) t
      WHERE t.place > CASE WHEN t.is_urgent THEN ${places.urgent}::int ELSE ${places.others}::int END
      ORDER BY t.send_at, t.id LIMIT ${atMost}) r, organizations o
    WHERE o.id = r.organization_id AND n.organization_id = r.organization_id AND n.id = r.id AND n.state = 'queued'`.execute(
    db,
  )
  return count
}

/**
 * Places were left after all: others turned out not to go. Only mails that may leave now: of organizations at night they would
 * be put away until the morning again, where they are already. Answers how many are back today.
 */
export async function bringBack(db: Db, senders: SendersOf, { atMost, keepsNight, now }: Moving): Promise<number> {
  const isAwake = keepsNight
    ? sql`n.organization_id IN (SELECT o.id FROM organizations o WHERE ${daytimeFrom(now)} = ${now})`
    : sql`true`
  const { count } = await sql`
    UPDATE notifications n SET moved_by_limit = false, problem = NULL, send_at = ${now}
    FROM (${inTheirTurn(senders, sql`n.moved_by_limit AND n.send_at > ${now} AND ${isAwake}`)}) r
    WHERE n.organization_id = r.organization_id AND n.id = r.id AND n.state = 'queued' AND r.place <= ${atMost}`.execute(
    db,
  )
  return count
}

const limitedRow = z.object({
  organizationId: z.int(),
  timeZone: z.string(),
  domain: z.string(),
  step: z.int(),
  taken: z.int(),
})
export type Limited = z.infer<typeof limitedRow>

/** Of these organizations, those that send from a domain with a limit, and where it stands. */
export async function listLimited(
  db: Db,
  organizationIds: readonly number[],
  { senders, ladder, now }: { readonly senders: Senders; readonly ladder: Ladder; readonly now: Date },
): Promise<Limited[]> {
  const day = placesDay(now)
  const { rows } = await sql(limitedRow)`
    SELECT o.id AS "organizationId", o.time_zone AS "timeZone", w.domain, ${stepOn(day, ladder)} AS step,
      ${takenOn(day)} AS taken
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id
    JOIN sending_domains w ON w.domain = ${domainOf(senders)}
    WHERE o.id = ANY (${[...organizationIds]}::bigint[]) AND w.step < ${ladder.length}`.execute(db)
  return rows
}

const lineRow = z.object({ key: z.string(), organizationId: z.int(), isUrgent: z.boolean(), at: z.date() })
export type InLine = z.infer<typeof lineRow>

/** More of a line than this is not looked at. */
export const lineAtMost = 40_000

/** What waits for places of these organizations, in the order of time. */
export async function listLine(db: Db, organizationIds: readonly number[], until: Date): Promise<InLine[]> {
  const mine = sql`n.organization_id = ANY (${[...organizationIds]}::bigint[]) AND n.held_at IS NULL AND n.send_at < ${until}`
  const { rows } = await sql(lineRow)`
    SELECT l.key, l."organizationId", l."isUrgent", l.at FROM (
      (SELECT 'waiting-' || n.id AS key, n.id, n.organization_id AS "organizationId", ${isUrgent} AS "isUrgent", n.send_at AS at
        FROM notifications n WHERE ${mine} AND n.state = 'queued' ORDER BY n.send_at LIMIT ${lineAtMost})
      UNION ALL
      (SELECT 'planned-' || n.id, n.id, n.organization_id, ${isUrgent}, n.send_at
        FROM planned_mails n WHERE ${mine} AND n.dropped_at IS NULL ORDER BY n.send_at LIMIT ${lineAtMost})
    ) l ORDER BY l.at, l.id LIMIT ${lineAtMost}`.execute(db)
  return rows
}

const othersRow = z.object({ organizationId: z.int(), isUrgent: z.boolean(), at: z.date(), mails: z.int() })
export type OthersInLine = z.infer<typeof othersRow>

/** How many mails of others wait for places of the same domain. */
export async function listOthersInLine(
  db: Db,
  organizationIds: readonly number[],
  { domain, senders, until }: { readonly domain: string; readonly senders: Senders; readonly until: Date },
): Promise<OthersInLine[]> {
  const { rows } = await sql(othersRow)`
    SELECT coalesce(t.organization_id, 0) AS "organizationId", coalesce(t.is_urgent, false) AS "isUrgent",
      coalesce(t.send_at, 'infinity') AS at, coalesce(t.mails, 0) AS mails
    FROM mails_of_others(${domain}, ${senders.productDomain}, ${senders.areOwnUsed}, ${[...organizationIds]}::bigint[], ${until}) t
    LIMIT ${lineAtMost}`.execute(db)
  return rows
}
