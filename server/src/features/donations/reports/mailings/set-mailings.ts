import { reportMailings } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { type Db, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../../core/audit/index.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { findOwnReport, lockReports, type ReportRow } from '../reports.queries.ts'
import { type MailingSchedule, nextDayOf } from './mailing-days.ts'
import {
  deleteMailings,
  getTimeZone,
  listMailings,
  listMembersAmong,
  type MailingRow,
  putMailings,
} from './mailings.queries.ts'

const { mailingMessages, maxMailings } = reportMailings

type MailingRequest = {
  readonly userIds: readonly number[]
  readonly frequency: 'off' | MailingSchedule['frequency']
  readonly day: number
}

export async function readMailings(call: WriteCall, reportId: number): Promise<reportMailings.Mailing[]> {
  const { platform, tenant } = call
  return inTenant(readOnly(platform.database), tenant, async (db) => {
    await getVisibleReport(db, call, reportId)
    return present(call, await listMailings(db, tenant, reportId))
  })
}

/** @throws Refusal not_found, forbidden, invalid, conflict */
export async function setMailings(
  call: WriteCall,
  reportId: number,
  request: MailingRequest,
): Promise<reportMailings.Mailing[]> {
  const { platform, tenant } = call
  const userIds = [...new Set(request.userIds)]
  return inTenant(platform.database, tenant, async (db) => {
    await lockReports(tenant).execute(db)
    const report = await getVisibleReport(db, call, reportId)
    await refuseOthers(db, call, report, { userIds, isOff: request.frequency === 'off' })
    const before = await listMailings(db, tenant, reportId)
    const all = new Set([...before.map(({ user_id }) => user_id), ...userIds])
    if (request.frequency === 'off') await deleteMailings(db, tenant.organizationId, { reportId, userIds })
    else if (all.size > maxMailings) throw new Refusal('conflict', mailingMessages.tooMany)
    else await startMailings(db, call, reportId, { userIds, frequency: request.frequency, day: request.day })
    const after = await listMailings(db, tenant, reportId)
    if (report.scope !== 'personal') await auditMailings(db, call, report, { before, after, userIds })
    return present(call, after)
  })
}

async function startMailings(
  db: Db,
  { platform, tenant, caller }: WriteCall,
  reportId: number,
  { userIds, frequency, day }: MailingSchedule & { readonly userIds: readonly number[] },
): Promise<void> {
  const now = platform.clock()
  const today = dayAt(now, await getTimeZone(db, tenant)) ?? now.toISOString().slice(0, 10)
  const next = nextDayOf({ frequency, day }, today)
  await putMailings(db, tenant, { reportId, userIds, frequency, day, setBy: caller.user.id, next })
}

async function getVisibleReport(db: Db, { tenant, caller }: WriteCall, id: number): Promise<ReportRow> {
  const report = await findOwnReport(db, { tenant, userId: caller.user.id }, id)
  if (!report || report.deleted_at !== null) throw notFound()
  return report
}

async function refuseOthers(
  db: Db,
  { tenant, caller, level }: WriteCall,
  report: ReportRow,
  { userIds, isOff }: { readonly userIds: readonly number[]; readonly isOff: boolean },
): Promise<void> {
  const others = userIds.filter((id) => id !== caller.user.id)
  if (others.length > 0 && level === 'read') throw new Refusal('forbidden', mailingMessages.others)
  if (isOff) return
  if (others.length > 0 && report.scope === 'personal') throw new Refusal('forbidden', mailingMessages.personal)
  const members = new Set((await listMembersAmong(db, tenant, userIds)).map(({ id }) => id))
  if (others.some((id) => !members.has(id))) throw new Refusal('invalid', mailingMessages.notMember)
  // All other callers are members of the organization or of its parent.
  if (level === 'super' && userIds.includes(caller.user.id) && !members.has(caller.user.id)) {
    throw new Refusal('forbidden', mailingMessages.support)
  }
}

type MailingChange = {
  readonly before: readonly MailingRow[]
  readonly after: readonly MailingRow[]
  readonly userIds: readonly number[]
}

/** A user's personal report is not logged. */
async function auditMailings(
  db: Db,
  call: WriteCall,
  report: ReportRow,
  { before, after, userIds }: MailingChange,
): Promise<void> {
  const describeMailings = (rows: readonly MailingRow[]): string =>
    rows
      .filter(({ user_id }) => userIds.includes(user_id))
      .map(({ name, frequency }) => `${name} (${frequency})`)
      .join(', ')
  const isOn = after.some(({ user_id }) => userIds.includes(user_id))
  await writeAudit(db, call, {
    organizationId: call.tenant.organizationId,
    action: isOn ? 'mailed' : 'mailed no more',
    subject: 'report',
    subjectId: report.id,
    before: { name: report.name, to: describeMailings(before) },
    after: { name: report.name, to: describeMailings(after) },
  })
}

const present = ({ caller, level }: WriteCall, rows: readonly MailingRow[]): reportMailings.Mailing[] =>
  rows.map(({ set_by_id, ...row }) => ({
    ...row,
    set_by: set_by_id === row.user_id ? null : row.set_by,
    may_change: row.user_id === caller.user.id || level !== 'read',
  }))
