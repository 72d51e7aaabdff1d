import { type Currency, currency, type setup, type statistics } from '@twofold/contract'
import { isSetUp, withEmployerStatusIds } from '@twofold/matching'
import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant, type Tenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { findMailsHeldBecause } from '../notifications/index.ts'
import { findUnmetSteps } from '../organizations/index.ts'
import { listNextDeadlines, sumByStatus } from '../statistics/index.ts'

/** Gifts and what employers could add to them, by currency: cents are never added across currencies. */
export type Count = {
  readonly gifts: number
  readonly amounts: ReadonlyMap<Currency, number>
  readonly matches: ReadonlyMap<Currency, number>
}

/** All that one digest tells. Days are `YYYY-MM-DD` by the organization's clock. */
export type DigestFacts = {
  readonly organizationId: number
  readonly name: string
  readonly timeZone: string
  readonly chapters: readonly string[]
  readonly from: string
  readonly to: string
  /** Status 3: the nonprofit verifies or signs. */
  readonly toVerify: Count
  /** Of these, those whose employer takes no request any more by its own deadline. */
  readonly lateToVerify: number
  /** Given in the week. */
  readonly given: Count
  readonly uploads: { readonly files: number; readonly gifts: number }
  readonly submitted: Count
  readonly completed: Count
  readonly deadlines: readonly (statistics.Standing['deadlines'][number] & { readonly isYours: boolean })[]
  readonly setup: {
    readonly unfinished: boolean
    readonly missing: readonly setup.SetupStep[]
    readonly waiting: number
  }
  /** Why no donor is written to at the moment. */
  readonly donorMailsHeld: 'bounces' | 'no_address' | null
  /** How many digests the organization got before. */
  readonly sentBefore: number
}

const about = z.object({
  name: z.string(),
  time_zone: z.string(),
  isComplete: z.boolean(),
  isParentComplete: z.boolean().nullable(),
  chapters: z.array(z.object({ id: z.int(), name: z.string() })),
  sent_before: z.int(),
})
type About = z.infer<typeof about>

const deadlinesWithinDays = 21
/** Without anything else to tell, an unfinished setup is named this often and then left alone. */
export const setupRemindersAtMost = 4

/**
 * What happened in an organization and its chapters in the seven days before Monday `week`, and what waits for it now. Counts
 * and sums come from the summaries, the rest from indexes that hold a week's news or the next deadlines only: the cost does not
 * grow with the gifts.
 */
export async function readDigestFacts(platform: Platform, organizationId: number, week: string): Promise<DigestFacts> {
  const { database } = platform
  const now = platform.clock()
  const alone = grantTenant(organizationId, [organizationId])
  // Which organizations are its chapters is known to none of them alone.
  const about = await acrossOrganizations(database, (db) => getAbout(db, organizationId), { readOnly: true })
  const tenant = grantTenant(organizationId, [organizationId, ...about.chapters.map(({ id }) => id)])
  const from = dayBefore(week, 7)
  const to = dayBefore(week, 1)
  const scope = { organizationIds: tenant.family, statusIds: null, from: null, to: null }
  const [standing, ofWeek, deadlines, news, donorMailsHeld, missing] = await Promise.all([
    sumByStatus(database, tenant, { ...scope, statusIds: [3, 17] }),
    sumByStatus(database, tenant, { ...scope, from, to }),
    listNextDeadlines(database, tenant, now),
    inTenant(database, tenant, (db) => getNews(db, tenant, { from, week, timeZone: about.time_zone, now }), {
      readOnly: true,
    }),
    inTenant(database, alone, (db) => findMailsHeldBecause(db, organizationId), { readOnly: true }),
    inTenant(database, alone, (db) => findUnmetSteps(db, organizationId, now), { readOnly: true }),
  ])
  const ofStatus = (id: number) => standing.sums.filter(({ status_id }) => status_id === id)
  const lastDay = dayBefore(now.toISOString().slice(0, 10), -deadlinesWithinDays)
  return {
    organizationId,
    name: about.name,
    timeZone: about.time_zone,
    chapters: about.chapters.map(({ name }) => name),
    from,
    to,
    toVerify: countOf(ofStatus(3)),
    lateToVerify: news.late,
    given: countOf(ofWeek.sums),
    uploads: { files: news.files, gifts: news.uploaded },
    submitted: countOf(news.moved.filter(({ status_id }) => status_id === 4)),
    completed: countOf(news.moved.filter(({ status_id }) => status_id === 1)),
    deadlines: deadlines
      .filter(({ day }) => day <= lastDay)
      .map((deadline) => ({ ...deadline, isYours: deadline.status_id === 3 })),
    setup: { unfinished: !isSetUp(about), missing, waiting: countOf(ofStatus(17)).gifts },
    donorMailsHeld,
    sentBefore: about.sent_before,
  }
}

/** Whether there is anything that somebody would want a mail for. */
export function isWorthTelling(facts: DigestFacts): boolean {
  const { toVerify, given, uploads, submitted, completed, deadlines, setup, sentBefore } = facts
  const happened = [toVerify.gifts, given.gifts, uploads.gifts, submitted.gifts, completed.gifts, deadlines.length]
  if (happened.some((count) => count > 0) || facts.donorMailsHeld === 'bounces') return true
  return setup.unfinished && (setup.waiting > 0 || sentBefore < setupRemindersAtMost)
}

const summed = z.object({ currency, gifts: z.int(), amount_cents: z.int(), estimated_cents: z.int() })
type Summed = z.infer<typeof summed>

function countOf(sums: readonly Summed[]): Count {
  const amounts = new Map<Currency, number>()
  const matches = new Map<Currency, number>()
  for (const { currency, amount_cents, estimated_cents } of sums) {
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount_cents)
    matches.set(currency, (matches.get(currency) ?? 0) + estimated_cents)
  }
  return { gifts: sums.reduce((all, { gifts }) => all + gifts, 0), amounts, matches }
}

async function getAbout(db: Db, organizationId: number): Promise<About> {
  const { rows } = await sql(about)`
    SELECT o.name, o.time_zone, o.complete AS "isComplete", parent.complete AS "isParentComplete",
      coalesce((SELECT json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.name)
        FROM organizations c WHERE c.parent_id = o.id), '[]') AS chapters,
      (SELECT count(DISTINCT g.week) FROM digests g WHERE g.organization_id = o.id AND g.state = 'sent') AS sent_before
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id
    WHERE o.id = ${organizationId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`organization ${organizationId} is gone`)
  return row
}

const news = z.object({
  moved: z.array(summed.extend({ status_id: z.int() })),
  late: z.int(),
  files: z.int(),
  uploaded: z.int(),
})
type News = z.infer<typeof news>

const withEmployer = sql.raw(withEmployerStatusIds.join(', '))

const newRow = news.omit({ moved: true })

async function getNews(
  db: Db,
  { family }: Tenant,
  { from, week, timeZone, now }: { from: string; week: string; timeZone: string; now: Date },
): Promise<News> {
  const organizations = sql`${[...family]}::bigint[]`
  const start = sql`${from}::date::timestamp AT TIME ZONE ${timeZone}`
  const end = sql`${week}::date::timestamp AT TIME ZONE ${timeZone}`
  const { rows: moved } = await sql(news.shape.moved.element)`
    SELECT v.to_status_id AS status_id, d.currency, count(*) AS gifts, sum(d.amount_cents)::bigint AS amount_cents,
      sum(d.estimated_cents)::bigint AS estimated_cents
    FROM (SELECT DISTINCT organization_id, donation_id, to_status_id FROM donation_events
      WHERE organization_id = ANY (${organizations}) AND to_status_id IN (${withEmployer}) AND from_status_id IS NOT NULL
        AND at >= ${start} AND at < ${end}) v
    JOIN donations d ON d.organization_id = v.organization_id AND d.id = v.donation_id
    -- a press that was taken back is no news
    WHERE d.counted AND NOT d.inert AND d.status_id IN (${withEmployer})
    GROUP BY 1, 2`.execute(db)
  const { rows: others } = await sql(newRow)`
    SELECT (SELECT count(*) FROM donations WHERE organization_id = ANY (${organizations}) AND counted AND NOT inert
        AND status_id = 3 AND deadline_at IS NOT NULL AND deadline_at < ${now}) AS late,
      count(*) AS files, coalesce(sum(i.accepted - i.updated), 0)::bigint AS uploaded
    FROM imports i
    WHERE i.organization_id = ANY (${organizations}) AND i.state = 'done' AND i.accepted > i.updated
      AND i.finished_at >= ${start} AND i.finished_at < ${end}`.execute(db)
  const [other] = others
  return { moved, late: other?.late ?? 0, files: other?.files ?? 0, uploaded: other?.uploaded ?? 0 }
}

/** The day `days` days before a `YYYY-MM-DD`. */
function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}
