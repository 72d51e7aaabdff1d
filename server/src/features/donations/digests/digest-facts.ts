import type { Currency, setup, statistics } from '@twofold/contract'
import { isSetUp } from '@twofold/matching'
import { acrossOrganizations, grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findIncompleteSteps } from '../../core/organizations/index.ts'
import { findMailsHeldBecause } from '../../email/notifications/index.ts'
import { sumByStatus } from '../../matches/sums/index.ts'
import { listNextDeadlines } from '../statistics/index.ts'
import { getDigestOrganization, getWeekActivity, type Moved, type Summed } from './digest-facts.queries.ts'

export type DigestCount = {
  readonly gifts: number
  readonly amounts: ReadonlyMap<Currency, number>
  readonly matches: ReadonlyMap<Currency, number>
}

/** Estimates are only of matches without received amounts. */
type Completed = Pick<DigestCount, 'gifts' | 'matches'> & { readonly received: ReadonlyMap<Currency, number> }

/** Days are `YYYY-MM-DD` in the organization's time zone. */
export type DigestFacts = {
  readonly organizationId: number
  readonly name: string
  readonly timeZone: string
  readonly language: string
  readonly chapters: readonly string[]
  readonly from: string
  readonly to: string
  readonly toVerify: DigestCount
  /** These are past their own deadline or the employer's. */
  readonly lateToVerify: number
  readonly given: DigestCount
  readonly uploads: { readonly files: number; readonly gifts: number }
  readonly submitted: DigestCount
  readonly completed: Completed
  readonly deadlines: readonly (statistics.MatchSummary['deadlines'][number] & { readonly isYours: boolean })[]
  /** Deadlines within `deadlinesWithinDays`, counted up to a limit. */
  readonly moreDeadlines: number
  readonly setup: {
    readonly unfinished: boolean
    readonly missing: readonly setup.SetupStep[]
    readonly waiting: number
  }
  readonly donorMailsHeld: 'bounces' | 'no_address' | null
  readonly sentBefore: number
}

export const deadlinesWithinDays = 21
/** A setup without other news is mentioned in this many digests. */
export const maxSetupReminders = 4

/**
 * The seven days before Monday `week`, with chapters. Uses summaries and indexes, so the cost does not grow with the
 * number of gifts.
 */
export async function readDigestFacts(platform: Platform, organizationId: number, week: string): Promise<DigestFacts> {
  const { database } = platform
  const now = platform.clock()
  const ownTenant = grantTenant(organizationId, [organizationId])
  const organization = await acrossOrganizations(readOnly(database), (db) => getDigestOrganization(db, organizationId))
  const tenant = grantTenant(organizationId, [organizationId, ...organization.chapters.map(({ id }) => id)])
  const soon = new Date(now.getTime() + deadlinesWithinDays * 86_400_000)
  const from = dayBefore(week, 7)
  const to = dayBefore(week, 1)
  const scope = { organizationIds: tenant.family, statusIds: null, from: null, to: null }
  const [openSums, ofWeek, deadlines, activity, donorMailsHeld, missing] = await Promise.all([
    sumByStatus(database, tenant, { ...scope, statusIds: [3, 17] }),
    sumByStatus(database, tenant, { ...scope, from, to }),
    listNextDeadlines(database, tenant, now),
    inTenant(readOnly(database), tenant, (db) =>
      getWeekActivity(db, tenant, { from, week, timeZone: organization.time_zone, now, soon }),
    ),
    inTenant(readOnly(database), ownTenant, (db) => findMailsHeldBecause(db, organizationId)),
    inTenant(readOnly(database), ownTenant, (db) => findIncompleteSteps(db, organizationId, now)),
  ])
  const ofStatus = (id: number) => openSums.sums.filter(({ status_id }) => status_id === id)
  const lastDay = soon.toISOString().slice(0, 10)
  const shownDeadlines = deadlines.filter(({ day }) => day <= lastDay)
  return {
    organizationId,
    name: organization.name,
    timeZone: organization.time_zone,
    language: organization.language,
    chapters: organization.chapters.map(({ name }) => name),
    from,
    to,
    toVerify: countOf(ofStatus(3)),
    lateToVerify: activity.late,
    given: countOf(ofWeek.sums),
    uploads: { files: activity.files, gifts: activity.uploaded },
    submitted: countOf(activity.moved.filter(({ status_id }) => status_id === 4)),
    completed: completedOf(activity.moved.filter(({ status_id }) => status_id === 1)),
    deadlines: shownDeadlines.map((deadline) => ({ ...deadline, isYours: deadline.status_id === 3 })),
    moreDeadlines: shownDeadlines.length === 0 ? 0 : Math.max(0, activity.soon - shownDeadlines.length),
    setup: { unfinished: !isSetUp(organization), missing, waiting: countOf(ofStatus(17)).gifts },
    donorMailsHeld,
    sentBefore: organization.sent_before,
  }
}

export function isWorthSending(facts: DigestFacts): boolean {
  const { toVerify, given, uploads, submitted, completed, deadlines, setup, sentBefore } = facts
  const happened = [toVerify.gifts, given.gifts, uploads.gifts, submitted.gifts, completed.gifts, deadlines.length]
  if (happened.some((count) => count > 0) || facts.donorMailsHeld === 'bounces') return true
  return setup.unfinished && (setup.waiting > 0 || sentBefore < maxSetupReminders)
}

function countOf(sums: readonly Summed[]): DigestCount {
  const amounts = new Map<Currency, number>()
  const matches = new Map<Currency, number>()
  for (const { currency, amount_cents, estimated_cents } of sums) {
    amounts.set(currency, (amounts.get(currency) ?? 0) + amount_cents)
    matches.set(currency, (matches.get(currency) ?? 0) + estimated_cents)
  }
  return { gifts: sums.reduce((all, { gifts }) => all + gifts, 0), amounts, matches }
}

const completedOf = (sums: readonly Moved[]): Completed => ({
  gifts: sums.reduce((all, { gifts }) => all + gifts, 0),
  received: new Map(sums.map(({ currency, received_cents }) => [currency, received_cents])),
  matches: new Map(sums.map(({ currency, unpaid_cents }) => [currency, unpaid_cents])),
})

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
}
