import { billing } from '@twofold/contract'
import { dayAt, findPlan } from '@twofold/matching'
import { acrossOrganizations, type Db, grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { lockOrganization } from '../../core/organizations/index.ts'
import { insertPlanCharge } from '../../matches/ledger/index.ts'
import { insertInvoices } from './invoices.queries.ts'
import { monthAt, monthsLater } from './month.ts'
import { findPayer, listDueOrganizations } from './plans.queries.ts'
import { useCredits } from './use-credits.ts'

const issuedAtOnce = 100

/**
 * Each organization's time zone applies. Safe to run twice and on several nodes. Returns the id to continue after; null
 * at the end.
 */
export async function issueDueInvoices(
  { database, clock, log }: Pick<Platform, 'database' | 'clock' | 'log'>,
  after = 0,
  atMost = issuedAtOnce,
): Promise<number | null> {
  const now = clock()
  const due = await acrossOrganizations(readOnly(database), (db) => listDueOrganizations(db, now, after, atMost))
  for (const id of due) {
    await inTenant(database, grantTenant(id, [id]), async (db) => issueInvoicesFor(db, id, now)).catch((error: Error) =>
      log.error({ organization: id, problem: error.message }, 'invoices of an organization could not be issued'),
    )
  }
  return due.length < atMost ? null : (due.at(-1) ?? null)
}

export async function issueInvoicesFor(db: Db, id: number, now: Date): Promise<void> {
  await lockOrganization(db, id)
  const payer = await findPayer(db, id)
  if (!payer) return
  const month = monthAt(now, payer.time_zone)
  await insertInvoices(db, id, {
    month: monthsLater(month, -1),
    until: startOf(month, payer.time_zone),
    now,
    dueOn: dayAt(new Date(now.getTime() + billing.dueAfterDays * 86_400_000), payer.time_zone) ?? month,
  })
  await useCredits(db, grantTenant(id, [id]), now, payer.time_zone)
  const plan = findPlan(payer.plan)
  if (!plan || plan.monthlyCents === 0 || payer.closed || payer.parent_id !== null) return
  const price = { month, plan: plan.id, cents: plan.monthlyCents, currency: payer.currency }
  await insertPlanCharge(db, id, price, now)
}

/** Offsets are within one day of UTC and multiples of 15 minutes. */
export function startOf(day: string, timeZone: string): Date {
  const quarter = 15 * 60_000
  let at = Date.parse(`${day}T00:00:00Z`) - 96 * quarter
  while ((dayAt(new Date(at), timeZone) ?? day) < day) at += quarter
  return new Date(at)
}
