import { mailSchedule } from '@twofold/contract'
import { inTenant, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { forecastSchedule, listEarlierMails } from './forecast-schedule.ts'
import { changeScheduled, countScheduled, listScheduled, type ScheduleScope } from './schedule.queries.ts'

const auditActions = { hold: 'held', release: 'released', drop: 'dropped', bring_back: 'brought back' } as const

export const scheduleRoutes: ServedRoute[] = [
  serve(mailSchedule.getMailSchedule, async ({ platform, tenant, query }) => {
    const scope = { donationId: query.donation_id, donorId: query.donor_id }
    const now = platform.clock()
    const after = parsePosition(query.after)
    return inTenant(readOnly(platform.database), tenant, async (db) => {
      const scheduledRows = await listScheduled(db, tenant, scope, { now, after })
      const rows = scheduledRows.slice(0, mailSchedule.scheduledPerPage)
      const before = after === null ? [] : await listEarlierMails(db, tenant, rows, now)
      return {
        mails: await forecastSchedule(db, { platform, tenant, now }, { rows, before }),
        next: scheduledRows.length > rows.length ? (rows.at(-1)?.place ?? null) : null,
        counts: await countScheduled(db, tenant, scope, now),
      }
    })
  }),

  serve(mailSchedule.changeMailSchedule, async (call) => {
    const { platform, tenant, body, caller } = call
    const now = platform.clock()
    const scope: ScheduleScope = { donationId: body.donation_id, donorId: body.donor_id }
    return inTenant(platform.database, tenant, async (db) => {
      const mails = await changeScheduled(
        db,
        tenant,
        { ...scope, mail: parseMailKey(body.mail) },
        { action: body.action, now, because: caller.user.globalPermission === 'super' ? 'support' : 'team' },
      )
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action: auditActions[body.action],
        subject: 'mails to donors',
        after: { mails },
      })
      return { mails, counts: await countScheduled(db, tenant, scope, now) }
    })
  }),
]

const positionPattern = /^(2\d{3}-\d\d-\d\dT[\d:.]{8,15}[+-]\d\d:\d\d)\|(planned|waiting)\|([1-9]\d{0,14})$/

/** Null for an invalid place. Formatted again, because PostgreSQL rejects nonexistent days. */
function parsePosition(after: string | undefined): string | null {
  const [, moment = '', source, id] = positionPattern.exec(after ?? '') ?? []
  const at = Date.parse(moment)
  return Number.isNaN(at) ? null : [new Date(at).toISOString(), source, id].join('|')
}

function parseMailKey(key: string | undefined): ScheduleScope['mail'] {
  const [source, id] = key?.split('-') ?? []
  return source === 'planned' || source === 'waiting' ? { source, id: Number(id) } : undefined
}
